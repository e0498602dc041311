// The state of ISA-L's inflate is a struct with large arrays, which Swift does not import. So here it is opaque memory
// with accessor functions. The library is loaded when one of its functions is first called; systems without it use
// zlib.
#ifndef SWIFT_IPF_CISAL_H
#define SWIFT_IPF_CISAL_H
#include <isa-l.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/// The result of one call of `cisal_inflate`.
typedef struct {
    /// ISA-L's status, which is negative if the input is damaged.
    int result;
    uint32_t taken;
    uint32_t written;
} cisal_step;

/// Whether ISA-L is loaded or can be loaded. If not, the functions below do nothing.
bool cisal_is_there(void);

/// Allocates a state for raw deflate data (without gzip or zlib wrapper). The caller frees it with `free`. Returns NULL
/// if there is no memory.
static inline void *cisal_new(void) {
    struct inflate_state *state = (struct inflate_state *)malloc(sizeof(struct inflate_state));
    if (state) isal_inflate_init(state);
    return state;
}

static inline void cisal_reset(void *raw) { isal_inflate_reset((struct inflate_state *)raw); }

static inline cisal_step cisal_inflate(void *raw, const uint8_t *input, uint32_t available, uint8_t *output,
                                       uint32_t room) {
    struct inflate_state *state = (struct inflate_state *)raw;
    state->next_in = (uint8_t *)input;
    state->avail_in = available;
    state->next_out = output;
    state->avail_out = room;
    cisal_step step;
    step.result = isal_inflate(state);
    step.taken = available - state->avail_in;
    step.written = room - state->avail_out;
    return step;
}

/// Whether the last block was inflated completely and all output was written.
static inline bool cisal_is_finished(const void *raw) {
    return ((const struct inflate_state *)raw)->block_state == ISAL_BLOCK_FINISH;
}

/// Whether a block ended exactly after the last consumed byte, another block follows, and all output was written.
static inline bool cisal_is_between_blocks(const void *raw) {
    const struct inflate_state *state = (const struct inflate_state *)raw;
    return (state->block_state == ISAL_BLOCK_NEW_HDR || (state->block_state == ISAL_BLOCK_HDR && state->tmp_in_size == 0))
        && state->read_in_length == 0;
}

/// The number of whole bytes that ISA-L has read from the input but not yet used.
static inline size_t cisal_unused(const void *raw) {
    int32_t bits = ((const struct inflate_state *)raw)->read_in_length;
    return bits > 0 ? (size_t)bits / 8 : 0;
}

/// These unused bytes. The first one is in the lowest position.
static inline uint64_t cisal_unused_bytes(const void *raw) {
    const struct inflate_state *state = (const struct inflate_state *)raw;
    int32_t bits = state->read_in_length;
    return bits > 0 ? state->read_in >> (bits % 8) : 0;
}

#endif
