// Finds the bytes that end something in CSV-like text, 64 bytes at a time.
//
// A block of 64 bytes becomes three 64-bit masks, bit i speaking of byte i:
//   special    separator, quote, CR or LF: every byte that can end a field
//   hard       quote, CR or LF alone: the bytes that end a record, or forbid to take the record's separators as they are
//   non_ascii  bytes from 0x80 on: UTF-8 is validated only where there are any
//
// Header-only, so that it is inlined into Swift and needs no compiler flags: SSE2 is part of x86-64 and NEON of arm64.
#ifndef SWIFT_IPF_CSCAN_H
#define SWIFT_IPF_CSCAN_H
#include <stdint.h>
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__ARM_NEON)
#include <arm_neon.h>
#endif

#if defined(__ARM_NEON) && !defined(__SSE2__)
static inline uint64_t cscan_neon_mask(const uint8x16_t lanes[4]) {
    uint8x16_t sum = vpaddq_u8(vpaddq_u8(lanes[0], lanes[1]), vpaddq_u8(lanes[2], lanes[3]));
    return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(sum, sum)), 0);
}
#endif

typedef struct {
    uint64_t special;
    uint64_t hard;
    uint64_t non_ascii;
} cscan_masks;

/// The same answer as `cscan_block`, byte by byte: the fallback elsewhere, and what the tests compare with.
static inline cscan_masks cscan_block_portable(const uint8_t *bytes, uint8_t separator) {
    cscan_masks masks = {0, 0, 0};
    for (int i = 0; i < 64; i++) {
        uint8_t byte = bytes[i];
        int hard = byte == '"' || byte == '\r' || byte == '\n';
        masks.special |= (uint64_t)(hard || byte == separator) << i;
        masks.hard |= (uint64_t)hard << i;
        masks.non_ascii |= (uint64_t)(byte >> 7) << i;
    }
    return masks;
}

/// Reads exactly 64 bytes at `bytes`, at any alignment.
static inline cscan_masks cscan_block(const uint8_t *bytes, uint8_t separator) {
#if defined(__SSE2__)
    const __m128i s = _mm_set1_epi8((char)separator);
    const __m128i q = _mm_set1_epi8('"');
    const __m128i r = _mm_set1_epi8('\r');
    const __m128i n = _mm_set1_epi8('\n');
    cscan_masks masks = {0, 0, 0};
    for (int lane = 0; lane < 4; lane++) {
        __m128i v = _mm_loadu_si128((const __m128i *)(bytes + 16 * lane));
        __m128i hard = _mm_or_si128(_mm_cmpeq_epi8(v, q), _mm_or_si128(_mm_cmpeq_epi8(v, r), _mm_cmpeq_epi8(v, n)));
        __m128i special = _mm_or_si128(hard, _mm_cmpeq_epi8(v, s));
        masks.special |= (uint64_t)(uint32_t)_mm_movemask_epi8(special) << (16 * lane);
        masks.hard |= (uint64_t)(uint32_t)_mm_movemask_epi8(hard) << (16 * lane);
        masks.non_ascii |= (uint64_t)(uint32_t)_mm_movemask_epi8(v) << (16 * lane);
    }
    return masks;
#elif defined(__ARM_NEON)
    static const uint8_t weights[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const uint8x16_t w = vld1q_u8(weights);
    const uint8x16_t s = vdupq_n_u8(separator);
    const uint8x16_t q = vdupq_n_u8('"');
    const uint8x16_t r = vdupq_n_u8('\r');
    const uint8x16_t n = vdupq_n_u8('\n');
    uint8x16_t special[4], hard[4], high[4];
    for (int lane = 0; lane < 4; lane++) {
        uint8x16_t v = vld1q_u8(bytes + 16 * lane);
        uint8x16_t found = vorrq_u8(vceqq_u8(v, q), vorrq_u8(vceqq_u8(v, r), vceqq_u8(v, n)));
        hard[lane] = vandq_u8(found, w);
        special[lane] = vandq_u8(vorrq_u8(found, vceqq_u8(v, s)), w);
        high[lane] = vandq_u8(vcgeq_u8(v, vdupq_n_u8(0x80)), w);
    }
    cscan_masks masks;
    masks.special = cscan_neon_mask(special);
    masks.hard = cscan_neon_mask(hard);
    masks.non_ascii = cscan_neon_mask(high);
    return masks;
#else
    return cscan_block_portable(bytes, separator);
#endif
}

/// `cscan_block` for the last 1…63 bytes of a text: bits from `count` on are 0, and no byte behind them is read.
static inline cscan_masks cscan_tail(const uint8_t *bytes, size_t count, uint8_t separator) {
    uint8_t block[64] = {0};
    memcpy(block, bytes, count);
    return cscan_block(block, separator);
}

/// Writes the offsets of the set bits, ascending, each plus `base`; returns how many.
///
/// Eight are written at a time, set or not, since a branch for each bit would be guessed wrong at every field length:
/// `offsets` has room for 64 whatever the mask holds.
static inline size_t cscan_offsets(uint64_t bits, uint32_t base, uint32_t *offsets) {
    size_t count = (size_t)__builtin_popcountll(bits);
    for (size_t done = 0; done < count; done += 8) {
        for (size_t i = 0; i < 8; i++) {
            offsets[done + i] = base + (uint32_t)(bits ? __builtin_ctzll(bits) : 63);
            bits &= bits - 1;
        }
    }
    return count;
}

#endif
