/* Random two-player games of the classic game, as a person would write them in C for speed alone:
   the limit that benchmarks/simulate.py measures the simulator against.
   Prints games, nanoseconds, turns and the sum of all scores. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { ROWS = 4, PLAYERS = 2, CELLS = 11, NEEDED = 5, MOST_MISTHROWS = 4, MOST_CLOSED = 2 };

typedef struct {
    int last[ROWS];    /* cells used up */
    int crosses[ROWS]; /* the lock counts */
    int misthrows;
} Card;

static uint64_t state;

/* splitmix64 */
static inline uint64_t draw(void) {
    uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static inline uint32_t below(uint32_t random, uint32_t limit) {
    return (uint32_t)(((uint64_t)random * limit) >> 32);
}

static inline int position(int row, int number) { return row < 2 ? number - 2 : 12 - number; }

static inline int allowed(const Card *card, int row, int cell) {
    return cell >= card->last[row] && (cell < CELLS - 1 || card->crosses[row] >= NEEDED);
}

/* Crosses a cell; 1 if that locks the row. */
static inline int cross(Card *card, int row, int cell) {
    card->last[row] = cell + 1;
    card->crosses[row]++;
    if (cell < CELLS - 1) return 0;
    card->crosses[row]++;
    return 1;
}

static int score(const Card *card) {
    int total = -5 * card->misthrows;
    for (int row = 0; row < ROWS; row++) total += card->crosses[row] * (card->crosses[row] + 1) / 2;
    return total;
}

static int play(long *total) {
    Card cards[PLAYERS] = {0};
    int closed = 0, closed_count = 0, active = 0, turns = 0;
    for (;; active = (active + 1) % PLAYERS) {
        uint64_t random = draw();
        int dice[6];
        uint32_t half = (uint32_t)random;
        for (int die = 0; die < 6; die++) {
            if (die == 3) half = (uint32_t)(random >> 32);
            uint64_t product = (uint64_t)half * 6;
            dice[die] = 1 + (int)(product >> 32);
            half = (uint32_t)product;
        }
        turns++;
        int closing = 0, crossed = 0;
        for (int seat = 0; seat < PLAYERS; seat++) {
            int rows[ROWS], count = 0;
            for (int row = 0; row < ROWS; row++)
                if (!(closed >> row & 1) && allowed(&cards[seat], row, position(row, dice[0] + dice[1])))
                    rows[count++] = row;
            int choice = (int)below((uint32_t)draw(), (uint32_t)count + 1);
            if (choice < count) {
                int row = rows[choice];
                closing |= cross(&cards[seat], row, position(row, dice[0] + dice[1])) << row;
                if (seat == active) crossed = 1;
            }
        }
        closed |= closing;
        closed_count = __builtin_popcount((unsigned)closed);
        if (closed_count >= MOST_CLOSED) break;
        int rows[2 * ROWS], cells[2 * ROWS], count = 0;
        for (int row = 0; row < ROWS; row++) {
            if (closed >> row & 1) continue;
            for (int white = 0; white < 1 + (dice[0] != dice[1]); white++) {
                int cell = position(row, dice[white] + dice[2 + row]);
                if (allowed(&cards[active], row, cell)) {
                    rows[count] = row;
                    cells[count++] = cell;
                }
            }
        }
        int choice = (int)below((uint32_t)draw(), (uint32_t)count + 1);
        if (choice < count) {
            closed |= cross(&cards[active], rows[choice], cells[choice]) << rows[choice];
            closed_count = __builtin_popcount((unsigned)closed);
        } else if (!crossed) {
            cards[active].misthrows++;
        }
        if (closed_count >= MOST_CLOSED || cards[active].misthrows >= MOST_MISTHROWS) break;
    }
    for (int seat = 0; seat < PLAYERS; seat++) *total += score(&cards[seat]);
    return turns;
}

int main(int argc, char **argv) {
    long games = argc > 1 ? atol(argv[1]) : 1000000, turns = 0, total = 0;
    state = argc > 2 ? (uint64_t)atol(argv[2]) : 1;
    struct timespec start, stop;
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (long game = 0; game < games; game++) turns += play(&total);
    clock_gettime(CLOCK_MONOTONIC, &stop);
    long nanoseconds = (stop.tv_sec - start.tv_sec) * 1000000000L + stop.tv_nsec - start.tv_nsec;
    printf("%ld %ld %ld %ld\n", games, nanoseconds, turns, total);
    return 0;
}
