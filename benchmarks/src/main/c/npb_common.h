/* What the C references of the NPB kernels share: classes, random numbers, the line they report. */
#ifndef NPB_COMMON_H
#define NPB_COMMON_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define NPB_MULTIPLIER 1220703125.0 /* 5^13 */
#define TWO_POW_46_MASK ((UINT64_C(1) << 46) - 1)
#define TWO_POW_MINUS_46 (1.0 / (double)(UINT64_C(1) << 46))

/* One step of x = a x mod 2^46; returns x / 2^46. Exact in 64-bit integers, as the low 46 bits of the product are all there. */
static inline double next_random(uint64_t *x, uint64_t a) {
    *x = (*x * a) & TWO_POW_46_MASK;
    return (double)(int64_t)*x * TWO_POW_MINUS_46;
}

/* a^n mod 2^46. */
static inline uint64_t power_mod(uint64_t a, uint64_t n) {
    uint64_t result = 1;
    for (; n > 0; n >>= 1) {
        if (n & 1) {
            result = (result * a) & TWO_POW_46_MASK;
        }
        a = (a * a) & TWO_POW_46_MASK;
    }
    return result;
}

static inline void report(const char *kernel, char cls, int processes, double seconds, double mops, int ok) {
    printf("%s class=%c processes=%d seconds=%.4f mops=%.1f verification=%s\n", kernel, cls, processes, seconds, mops,
           ok ? "SUCCESSFUL" : "FAILED");
}

#endif
