/*
 * The CG kernel of the NAS Parallel Benchmarks in C and MPI, written from its definition (NAS-95-020): the peer that the
 * Java kernel is compared to in one run.  mpicc -O3 -march=native -o npb_cg npb_cg.c -lm;  mpirun -np 2 ./npb_cg A
 */
#include <math.h>
#include <mpi.h>
#include <string.h>

#include "npb_common.h"

#define RCOND 0.1
#define INNER_ITERATIONS 25

typedef struct { char cls; int n, nonzer, iterations; double shift, zeta; } problem;

static const problem problems[] = {{'S', 1400, 7, 15, 10.0, 8.5971775078648},     {'W', 7000, 8, 15, 12.0, 10.362595087124},
                                   {'A', 14000, 11, 15, 20.0, 17.130235054029},   {'B', 75000, 13, 75, 60.0, 22.712745482631},
                                   {'C', 150000, 15, 75, 110.0, 28.973605592845}};

/* This rank's block of the matrix and its place in the grid of ranks. */
static int rank, size, grid_rows, grid_cols, log_cols, grid_row, grid_col;
static int first_row, rows, first_col, cols;
static int transpose_peer, send_start, send_count;
static int reduce_peer[32];
static int *row_start, *column;
static double *value;
static double *x, *z, *p, *q, *r, *w;

static void block(int n, int parts, int index, int *first, int *count) {
    int base = n / parts, rest = n % parts;
    *first = index * base + (index < rest ? index : rest);
    *count = base + (index < rest);
}

static void place_in_grid(int n) {
    int log_size = 0;
    while (1 << log_size < size) {
        log_size++;
    }
    log_cols = (log_size + 1) / 2;
    grid_cols = 1 << log_cols;
    grid_rows = size / grid_cols;
    grid_row = rank / grid_cols;
    grid_col = rank % grid_cols;
    block(n, grid_rows, grid_row, &first_row, &rows);
    block(n, grid_cols, grid_col, &first_col, &cols);
    if (grid_cols == grid_rows) {
        transpose_peer = (rank % grid_rows) * grid_rows + rank / grid_rows;
        send_start = 0;
        send_count = rows;
    } else {
        transpose_peer = 2 * ((rank / 2 % grid_rows) * grid_rows + rank / 2 / grid_rows) + rank % 2;
        int upper = (rows + 1) / 2;
        send_start = rank % 2 == 0 ? 0 : upper;
        send_count = rank % 2 == 0 ? upper : rows - upper;
    }
    int width = grid_cols;
    for (int step = 0; step < log_cols; step++, width /= 2) {
        int col = (grid_col + width / 2) % width + grid_col / width * width;
        reduce_peer[step] = grid_row * grid_cols + col;
    }
}

/* One random sparse vector: count distinct places below n, and 0.5 at `diagonal`. Returns its length. */
static int sparse_vector(int n, int count, int diagonal, uint64_t *seed, double *v, int *at) {
    int power = 1, length = 0;
    while (power < n) {
        power *= 2;
    }
    while (length < count) {
        double element = next_random(seed, (uint64_t)NPB_MULTIPLIER);
        int place = (int)(power * next_random(seed, (uint64_t)NPB_MULTIPLIER));
        int fresh = place < n;
        for (int i = 0; fresh && i < length; i++) {
            fresh = at[i] != place;
        }
        if (fresh) {
            v[length] = element;
            at[length++] = place;
        }
    }
    for (int i = 0; i < length; i++) {
        if (at[i] == diagonal) {
            v[i] = 0.5;
            return length;
        }
    }
    v[length] = 0.5;
    at[length++] = diagonal;
    return length;
}

/* A = sum of size_i x_i x_i' + (rcond - shift) I, of which this rank keeps its block. */
static void make_matrix(const problem *def) {
    int n = def->n, width = def->nonzer + 1;
    double *element = malloc(sizeof(double) * n * width);
    int *place = malloc(sizeof(int) * n * width), *length = malloc(sizeof(int) * n);
    uint64_t seed = 314159265;
    next_random(&seed, (uint64_t)NPB_MULTIPLIER);
    for (int i = 0; i < n; i++) {
        length[i] = sparse_vector(n, def->nonzer, i, &seed, element + (size_t)i * width, place + (size_t)i * width);
    }
    size_t *room = calloc(rows + 1, sizeof(size_t));
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < length[i]; k++) {
            int row = place[(size_t)i * width + k] - first_row;
            if (row >= 0 && row < rows) {
                room[row + 1] += length[i];
            }
        }
    }
    for (int i = 0; i < rows; i++) {
        room[i + 1] += room[i];
    }
    value = malloc(sizeof(double) * room[rows]);
    column = malloc(sizeof(int) * room[rows]);
    int *used = calloc(rows, sizeof(int));
    double weight = 1.0, ratio = pow(RCOND, 1.0 / n);
    for (int i = 0; i < n; i++, weight *= ratio) {
        const double *v = element + (size_t)i * width;
        const int *at = place + (size_t)i * width;
        for (int k = 0; k < length[i]; k++) {
            int row = at[k] - first_row;
            if (row < 0 || row >= rows) {
                continue;
            }
            for (int l = 0; l < length[i]; l++) {
                int col = at[l] - first_col;
                if (col < 0 || col >= cols) {
                    continue;
                }
                double a = v[l] * v[k] * weight;
                if (at[l] == at[k] && at[k] == i) {
                    a += RCOND - def->shift;
                }
                int *c = column + room[row];
                double *e = value + room[row];
                int m = 0;
                while (m < used[row] && c[m] < col) {
                    m++;
                }
                if (m < used[row] && c[m] == col) {
                    e[m] += a;
                } else {
                    memmove(c + m + 1, c + m, sizeof(int) * (used[row] - m));
                    memmove(e + m + 1, e + m, sizeof(double) * (used[row] - m));
                    c[m] = col;
                    e[m] = a;
                    used[row]++;
                }
            }
        }
    }
    row_start = malloc(sizeof(int) * (rows + 1));
    int next = 0;
    for (int i = 0; i < rows; i++) {
        row_start[i] = next;
        memmove(column + next, column + room[i], sizeof(int) * used[i]);
        memmove(value + next, value + room[i], sizeof(double) * used[i]);
        next += used[i];
    }
    row_start[rows] = next;
    free(element), free(place), free(length), free(room), free(used);
}

static void swap_with(int peer, const double *out, int out_count, double *in, int in_count) {
    MPI_Sendrecv(out, out_count, MPI_DOUBLE, peer, 1, in, in_count, MPI_DOUBLE, peer, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static double row_sum(double mine) {
    for (int step = 0; step < log_cols; step++) {
        double theirs;
        swap_with(reduce_peer[step], &mine, 1, &theirs, 1);
        mine += theirs;
    }
    return mine;
}

static double dot(const double *a, const double *b) {
    double sum = 0.0;
    for (int j = 0; j < cols; j++) {
        sum += a[j] * b[j];
    }
    return row_sum(sum);
}

/* out = A in, both laid over the columns of the grid. */
static void multiply(const double *in, double *out) {
    for (int i = 0; i < rows; i++) {
        double sum = 0.0;
        for (int k = row_start[i]; k < row_start[i + 1]; k++) {
            sum += value[k] * in[column[k]];
        }
        w[i] = sum;
    }
    for (int step = log_cols - 1; step >= 0; step--) {
        swap_with(reduce_peer[step], w, rows, out, rows);
        for (int i = 0; i < rows; i++) {
            w[i] += out[i];
        }
    }
    if (transpose_peer != rank) {
        swap_with(transpose_peer, w + send_start, send_count, out, cols);
    } else {
        memcpy(out, w + send_start, sizeof(double) * cols);
    }
}

static double conjugate_gradient(void) {
    memset(z, 0, sizeof(double) * cols);
    memcpy(r, x, sizeof(double) * cols);
    memcpy(p, x, sizeof(double) * cols);
    double rho = dot(r, r);
    for (int iteration = 0; iteration < INNER_ITERATIONS; iteration++) {
        multiply(p, q);
        double alpha = rho / dot(p, q);
        for (int j = 0; j < cols; j++) {
            z[j] += alpha * p[j];
            r[j] -= alpha * q[j];
        }
        double before = rho;
        rho = dot(r, r);
        double beta = rho / before;
        for (int j = 0; j < cols; j++) {
            p[j] = r[j] + beta * p[j];
        }
    }
    multiply(z, r);
    double sum = 0.0;
    for (int j = 0; j < cols; j++) {
        double d = x[j] - r[j];
        sum += d * d;
    }
    return sqrt(row_sum(sum));
}

static double power_step(const problem *def) {
    conjugate_gradient();
    double zeta = def->shift + 1.0 / dot(x, z);
    double scale = 1.0 / sqrt(dot(z, z));
    for (int j = 0; j < cols; j++) {
        x[j] = scale * z[j];
    }
    return zeta;
}

static void ones(void) {
    for (int j = 0; j < cols; j++) {
        x[j] = 1.0;
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const problem *def = NULL;
    for (size_t i = 0; i < sizeof problems / sizeof *problems; i++) {
        if (problems[i].cls == (argc > 1 ? argv[1][0] : 'S')) {
            def = &problems[i];
        }
    }
    if (def == NULL || (size & (size - 1)) != 0) {
        fprintf(stderr, "npb_cg: class is one of S W A B C, the number of ranks a power of two\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    place_in_grid(def->n);
    make_matrix(def);
    size_t length = sizeof(double) * (rows + cols + 2);
    x = malloc(length), z = malloc(length), p = malloc(length), q = malloc(length), r = malloc(length), w = malloc(length);
    ones();
    power_step(def);
    ones();
    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime(), zeta = 0.0;
    for (int iteration = 0; iteration < def->iterations; iteration++) {
        zeta = power_step(def);
    }
    double mine = MPI_Wtime() - start, seconds;
    MPI_Reduce(&mine, &seconds, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        double nz = (double)def->nonzer * (def->nonzer + 1);
        double mops = 2.0 * def->iterations * def->n * (3.0 + nz + 25.0 * (5.0 + nz) + 3.0) / seconds / 1e6;
        report("cg", def->cls, size, seconds, mops, fabs(zeta - def->zeta) / def->zeta <= 1e-10);
    }
    MPI_Finalize();
    return 0;
}
