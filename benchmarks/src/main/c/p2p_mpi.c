/* One of the peers of "ao bench p2p --peers": messages of doubles between MPI processes 0 and 1, 2 and 3, and so on.
 * Process 0 reads orders from its standard input, a line each: MEASUREMENT BYTES ITERATIONS, where MEASUREMENT is
 * 1 latency, 2 bandwidth, 3 exchange. After an untimed lead-in of an eighth it times the iterations and prints
 * "NS nanoseconds", the mean of the pairs. Between orders all are asleep in the kernel, or they would take time of the
 * cores from what is measured then. Arguments: LARGEST_BYTES, and 1 if the numbers are to be written anew before each
 * message of 1 and 3. */
#define _POSIX_C_SOURCE 200809L
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { END, LATENCY, BANDWIDTH, EXCHANGE };
enum { DATA = 1, ANSWER = 2 };

#define WINDOW 64
#define WINDOW_BYTES (64L << 20)
#define WAKE SIGUSR1

static int rank, size, peer, leads, rewrites;
static long *ids; /* of all processes, at process 0 only */
static sigset_t wake;
static double *outgoing, *incoming;

static double element(int of_leader, long i) { return of_leader ? i + 0.25 : -i - 0.75; }

static void rewrite(int count) {
    double first = element(leads, 0), step = leads ? 1 : -1;
    if (rewrites) {
        for (int i = 0; i < count; i++) {
            outgoing[i] = first + step * i;
        }
    }
}

static int window_of(long bytes) {
    long messages = WINDOW_BYTES / bytes;
    return messages < 4 ? 4 : messages > WINDOW ? WINDOW : (int)messages;
}

static void latency(int count, long iterations) {
    for (long i = 0; i < iterations; i++) {
        if (leads) {
            rewrite(count);
            MPI_Send(outgoing, count, MPI_DOUBLE, peer, DATA, MPI_COMM_WORLD);
            MPI_Recv(incoming, count, MPI_DOUBLE, peer, DATA, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            MPI_Recv(incoming, count, MPI_DOUBLE, peer, DATA, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            rewrite(count);
            MPI_Send(outgoing, count, MPI_DOUBLE, peer, DATA, MPI_COMM_WORLD);
        }
    }
}

static void bandwidth(int count, long iterations) {
    MPI_Request requests[WINDOW];
    int messages = window_of(8L * count);
    char answer = 0;
    for (long i = 0; i < iterations; i++) {
        for (int m = 0; m < messages; m++) {
            if (leads) {
                MPI_Isend(outgoing, count, MPI_DOUBLE, peer, DATA, MPI_COMM_WORLD, &requests[m]);
            } else {
                MPI_Irecv(incoming, count, MPI_DOUBLE, peer, DATA, MPI_COMM_WORLD, &requests[m]);
            }
        }
        MPI_Waitall(messages, requests, MPI_STATUSES_IGNORE);
        if (leads) {
            MPI_Recv(&answer, 1, MPI_CHAR, peer, ANSWER, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            MPI_Send(&answer, 1, MPI_CHAR, peer, ANSWER, MPI_COMM_WORLD);
        }
    }
}

static void exchange(int count, long iterations) {
    for (long i = 0; i < iterations; i++) {
        rewrite(count);
        MPI_Sendrecv(outgoing, count, MPI_DOUBLE, peer, DATA, incoming, count, MPI_DOUBLE, peer, DATA, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    }
}

static void run(long what, int count, long iterations) {
    switch (what) {
        case LATENCY: latency(count, iterations); break;
        case BANDWIDTH: bandwidth(count, iterations); break;
        default: exchange(count, iterations); break;
    }
}

/* A number that is fast and wrong is no number. */
static void check(long what, int count) {
    if (what == BANDWIDTH && leads) {
        return;
    }
    for (int i = 0; i < count; i++) {
        if (incoming[i] != element(!leads, i)) {
            fprintf(stderr, "p2p_mpi: wrong data received: rank=%d index=%d value=%g\n", rank, i, incoming[i]);
            MPI_Abort(MPI_COMM_WORLD, 3);
        }
        incoming[i] = 0;
    }
}

static void obey(const long *order) {
    int count = (int)(order[1] / 8);
    run(order[0], count, order[2] / 8 + 1);
    double start = MPI_Wtime();
    run(order[0], count, order[2]);
    double mine = leads ? MPI_Wtime() - start : 0, sum = 0;
    check(order[0], count);
    MPI_Reduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        printf("NS %.0f\n", sum * 1e9 / (size / 2));
        fflush(stdout);
    }
}

/* Process 0 waits for a line, the others for its signal that there is one. */
static void next_order(long *order) {
    if (rank == 0) {
        if (scanf("%ld %ld %ld", &order[0], &order[1], &order[2]) != 3) {
            order[0] = END;
        }
        for (int other = 1; other < size; other++) {
            kill((pid_t)ids[other], WAKE);
        }
    } else {
        int woken_by;
        sigwait(&wake, &woken_by);
    }
    MPI_Bcast(order, 3, MPI_LONG, 0, MPI_COMM_WORLD);
}

/* Process 0 learns the ids of all, to wake them, and tells them, so that their use of the cores can be read. */
static void gather_ids(void) {
    long id = getpid();
    ids = malloc(size * sizeof *ids);
    MPI_Gather(&id, 1, MPI_LONG, ids, 1, MPI_LONG, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        printf("PIDS");
        for (int i = 0; i < size; i++) {
            printf(" %ld", ids[i]);
        }
        printf("\nREADY\n");
        fflush(stdout);
    }
}

int main(int argc, char **argv) {
    sigemptyset(&wake);
    sigaddset(&wake, WAKE);
    /* Before MPI starts its threads, so that none of them is ended by it. */
    sigprocmask(SIG_BLOCK, &wake, NULL);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    long largest = argc > 1 ? atol(argv[1]) : 0;
    rewrites = argc > 2 && atoi(argv[2]);
    if (size % 2 != 0 || largest < 8) {
        fprintf(stderr, "usage: mpirun -np 2 p2p_mpi LARGEST_BYTES [REWRITES]\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    peer = rank ^ 1;
    leads = rank % 2 == 0;
    outgoing = aligned_alloc(4096, (largest + 4095) / 4096 * 4096);
    incoming = aligned_alloc(4096, (largest + 4095) / 4096 * 4096);
    for (long i = 0; i < largest / 8; i++) {
        outgoing[i] = element(leads, i);
        incoming[i] = 0;
    }
    gather_ids();
    long order[3];
    for (next_order(order); order[0] != END; next_order(order)) {
        obey(order);
    }
    free(outgoing);
    free(incoming);
    free(ids);
    MPI_Finalize();
    return 0;
}
