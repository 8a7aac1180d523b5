/* Latency, one-way bandwidth and exchange of doubles between two MPI processes, measured as "ao bench p2p" does:
 * each run takes about 50 ms, the median of 5 runs counts. Arguments: LARGEST_BYTES [PROGRAM_NAME]. Prints tables,
 * and with P2P_CSV=1 in the environment CSV rows. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LATENCY, BANDWIDTH, EXCHANGE, MEASUREMENTS };

#define RUNS 5
#define RUN_SECONDS 0.05
#define WINDOW 64
#define WINDOW_BYTES (64L << 20)

static const char *const NAMES[] = {"latency", "bandwidth", "exchange"};
static int rank;
static double *outgoing, *incoming;

static int window_of(long bytes) {
    long messages = WINDOW_BYTES / bytes;
    return messages < 4 ? 4 : messages > WINDOW ? WINDOW : (int)messages;
}

static void latency(int count, long iterations) {
    for (long i = 0; i < iterations; i++) {
        if (rank == 0) {
            MPI_Send(outgoing, count, MPI_DOUBLE, 1, 1, MPI_COMM_WORLD);
            MPI_Recv(incoming, count, MPI_DOUBLE, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            MPI_Recv(incoming, count, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(outgoing, count, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD);
        }
    }
}

static void bandwidth(int count, long iterations) {
    MPI_Request requests[WINDOW];
    int messages = window_of(8L * count);
    char answer = 0;
    for (long i = 0; i < iterations; i++) {
        for (int m = 0; m < messages; m++) {
            if (rank == 0) {
                MPI_Isend(outgoing, count, MPI_DOUBLE, 1, 1, MPI_COMM_WORLD, &requests[m]);
            } else {
                MPI_Irecv(incoming, count, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD, &requests[m]);
            }
        }
        MPI_Waitall(messages, requests, MPI_STATUSES_IGNORE);
        if (rank == 0) {
            MPI_Recv(&answer, 1, MPI_CHAR, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            MPI_Send(&answer, 1, MPI_CHAR, 0, 2, MPI_COMM_WORLD);
        }
    }
}

static void exchange(int count, long iterations) {
    for (long i = 0; i < iterations; i++) {
        MPI_Sendrecv(outgoing, count, MPI_DOUBLE, 1 - rank, 1, incoming, count, MPI_DOUBLE, 1 - rank, 1,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

/* Both processes run it; both learn how long it took process 0. */
static double timed(int what, int count, long iterations) {
    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    switch (what) {
        case LATENCY: latency(count, iterations); break;
        case BANDWIDTH: bandwidth(count, iterations); break;
        default: exchange(count, iterations); break;
    }
    double elapsed = MPI_Wtime() - start;
    MPI_Bcast(&elapsed, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    return elapsed;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print_result(int what, long bytes, const double *us, const char *program) {
    double median = us[RUNS / 2];
    if (getenv("P2P_CSV")) {
        printf("%s,%s,%ld,%d,%.4f,%.4f,%.4f,%.3f,%.0f\n", program, NAMES[what], bytes, RUNS, median, us[0],
               us[RUNS - 1], bytes / median, 1e6 / median);
    } else if (what == LATENCY) {
        printf("%-12ld%18.3f%18.3f%12.3f\n", bytes, median, us[0], us[RUNS - 1]);
    } else if (what == BANDWIDTH) {
        printf("%-12ld%18.2f%18.0f\n", bytes, bytes / median, 1e6 / median);
    } else {
        printf("%-12ld%18.3f%18.2f\n", bytes, median, bytes / median);
    }
    fflush(stdout);
}

static void measure(int what, long bytes, const char *program) {
    int count = (int)(bytes / 8);
    long iterations = 1;
    double elapsed = timed(what, count, iterations);
    while (elapsed < RUN_SECONDS / 5) {
        iterations *= 2;
        elapsed = timed(what, count, iterations);
    }
    iterations = (long)(iterations * RUN_SECONDS / elapsed);
    if (iterations < 1) {
        iterations = 1;
    }
    timed(what, count, iterations);
    double messages = (double)iterations * (what == LATENCY ? 2 : what == BANDWIDTH ? window_of(bytes) : 1);
    double us[RUNS];
    for (int i = 0; i < RUNS; i++) {
        us[i] = timed(what, count, iterations) * 1e6 / messages;
    }
    qsort(us, RUNS, sizeof us[0], ascending);
    if (rank == 0) {
        print_result(what, bytes, us, program);
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    long largest = argc > 1 ? atol(argv[1]) : 16L << 20;
    const char *program = argc > 2 ? argv[2] : "MPI";
    if (size != 2 || largest < 8) {
        fprintf(stderr, "usage: mpirun -np 2 p2p_mpi LARGEST_BYTES [PROGRAM_NAME]\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    outgoing = malloc(largest);
    incoming = malloc(largest);
    memset(outgoing, 1, largest);
    memset(incoming, 2, largest);
    for (int what = LATENCY; what < MEASUREMENTS; what++) {
        if (rank == 0 && !getenv("P2P_CSV")) {
            printf("\n# %s %s\n", program, NAMES[what]);
        }
        for (long bytes = 8; bytes <= largest; bytes *= 2) {
            measure(what, bytes, program);
        }
    }
    free(outgoing);
    free(incoming);
    MPI_Finalize();
    return 0;
}
