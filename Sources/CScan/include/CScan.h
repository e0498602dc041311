// Finds the bytes that end fields and records in CSV-like text, 64 bytes at a time.
//
// A block of 64 bytes is converted to three 64-bit masks, in which bit i describes byte i:
//   special    separator, quote, CR or LF: every byte that can end a field
//   hard       quote, CR or LF: the bytes that end a record, or that make a separator part of a quoted field
//   non_ascii  bytes from 0x80 on. UTF-8 is validated only where this mask is not 0
//
// All code is in this header, so that it is inlined into Swift. The baseline needs no compiler flags, because SSE2 is
// part of x86-64, and NEON of arm64.
#ifndef SWIFT_IPF_CSCAN_H
#define SWIFT_IPF_CSCAN_H
#include <stdint.h>
#include <string.h>

// By default, Clang does not unroll these loops if Swift imports the header.
#define CSCAN_UNROLL _Pragma("clang loop unroll(full)")

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

/// Computes the same masks as `cscan_block` byte by byte. This is the fallback for other processors, and the reference
/// in tests.
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

/// Computes the masks of exactly 64 bytes at `bytes`, which need not be aligned.
static inline cscan_masks cscan_block(const uint8_t *bytes, uint8_t separator) {
#if defined(__SSE2__)
    const __m128i s = _mm_set1_epi8((char)separator);
    const __m128i q = _mm_set1_epi8('"');
    const __m128i r = _mm_set1_epi8('\r');
    const __m128i n = _mm_set1_epi8('\n');
    cscan_masks masks = {0, 0, 0};
    CSCAN_UNROLL
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
    CSCAN_UNROLL
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

/// Computes the masks for the last 1…63 bytes of a text. Bits from `count` on are 0, and no byte after the text is
/// read.
static inline cscan_masks cscan_tail(const uint8_t *bytes, size_t count, uint8_t separator) {
    uint8_t block[64] = {0};
    memcpy(block, bytes, count);
    return cscan_block(block, separator);
}

/// Prefetches the cache line that contains `address`. Invalid addresses are harmless.
static inline void cscan_fetch(const void *address) { __builtin_prefetch(address); }

/// Reads a byte, so that the system maps the byte's page.
static inline void cscan_touch(const uint8_t *byte) { (void)*(const volatile uint8_t *)byte; }

// MARK: - Memory of a thread

/// Thread-local memory, initially zero, because Swift has no thread-local variables. `LastText` defines its contents.
typedef struct {
    uint64_t words[21];
} cscan_memory;

cscan_memory *cscan_thread_memory(void);

// MARK: - The index of a stretch of text

/// Prefetches text that is read later into the second-level cache. In the first-level cache, it would evict the current
/// stretch and its index. Addresses beyond the end of a text are harmless.
#define CSCAN_FETCH_LATER(address) __builtin_prefetch(address, 0, 2)

// The hardware prefetcher stops at the end of a page, so the text one page ahead is prefetched explicitly.
#define CSCAN_FETCH_AHEAD(bytes) CSCAN_FETCH_LATER((bytes) + 4096)

/// The numbers of entries that `cscan_index` has written, and the bitwise OR of the words of `non_ascii`.
typedef struct {
    size_t count;
    size_t hard_count;
    uint64_t non_ascii;
} cscan_counts;

#define CSCAN_INLINE static inline __attribute__((always_inline))

/// Writes the indexes, among a block's special bytes, of its hard bytes.
///
/// Most blocks have at most one hard byte. So the first index is written without a branch, even if it is not used.
CSCAN_INLINE void cscan_write_hard(uint64_t special, uint64_t bits, uint32_t *hard, cscan_counts *counts) {
    do {
        uint64_t below = special & ((bits & (0 - bits)) - 1);
        hard[counts->hard_count] = (uint32_t)(counts->count + (size_t)__builtin_popcountll(below));
        counts->hard_count += bits != 0;
        bits &= bits - 1;
    } while (bits != 0);
}

/// Writes the offsets of a block's special bytes, each plus `base`. Also writes the indexes, among them, of the hard
/// bytes.
///
/// Offsets are written in groups of eight, because a branch for each bit would be mispredicted at every field. The last
/// group may contain unused entries, so both buffers must have room for 64 more entries. Bit 63 is always set, so that
/// counting trailing zeros is defined when no other bits are left.
CSCAN_INLINE void cscan_write(cscan_masks masks, uint32_t base, uint32_t *offsets, uint32_t *hard,
                              cscan_counts *counts) {
    uint32_t *out = offsets + counts->count;
    uint64_t bits = masks.special;
    size_t found = (size_t)__builtin_popcountll(bits);
    size_t done = 0;
    do {
        CSCAN_UNROLL
        for (size_t i = 0; i < 8; i++) {
            out[done + i] = base + (uint32_t)__builtin_ctzll(bits | (uint64_t)1 << 63);
            bits &= bits - 1;
        }
        done += 8;
    } while (done < found);
    cscan_write_hard(masks.special, masks.hard, hard, counts);
    counts->count += found;
}

/// Builds the index. `offsets` and `hard` must have room for `count` + 128 entries, and `non_ascii` for one word per 64
/// bytes.
static inline cscan_counts cscan_index_baseline(const uint8_t *bytes, size_t count, uint8_t separator, uint32_t *offsets,
                                                uint32_t *hard, uint64_t *non_ascii) {
    cscan_counts counts = {0, 0, 0};
    for (size_t at = 0; at < count; at += 64) {
        CSCAN_FETCH_AHEAD(bytes + at);
        cscan_masks masks = count - at >= 64 ? cscan_block(bytes + at, separator)
                                             : cscan_tail(bytes + at, count - at, separator);
        non_ascii[at / 64] = masks.non_ascii;
        counts.non_ascii |= masks.non_ascii;
        cscan_write(masks, (uint32_t)at, offsets, hard, &counts);
    }
    return counts;
}

#if defined(__x86_64__)
#include <immintrin.h>

#define CSCAN_AVX2 __attribute__((target("avx2,bmi,popcnt")))

/// Computes `cscan_block` with AVX2, 32 bytes per step. Callers check at run time that the processor supports it.
static inline CSCAN_AVX2 cscan_masks cscan_block_avx2(const uint8_t *bytes, uint8_t separator) {
    const __m256i s = _mm256_set1_epi8((char)separator);
    const __m256i q = _mm256_set1_epi8('"');
    const __m256i r = _mm256_set1_epi8('\r');
    const __m256i n = _mm256_set1_epi8('\n');
    cscan_masks masks = {0, 0, 0};
    CSCAN_UNROLL
    for (int lane = 0; lane < 2; lane++) {
        __m256i v = _mm256_loadu_si256((const __m256i *)(bytes + 32 * lane));
        __m256i hard = _mm256_or_si256(_mm256_cmpeq_epi8(v, q),
                                       _mm256_or_si256(_mm256_cmpeq_epi8(v, r), _mm256_cmpeq_epi8(v, n)));
        __m256i special = _mm256_or_si256(hard, _mm256_cmpeq_epi8(v, s));
        masks.special |= (uint64_t)(uint32_t)_mm256_movemask_epi8(special) << (32 * lane);
        masks.hard |= (uint64_t)(uint32_t)_mm256_movemask_epi8(hard) << (32 * lane);
        masks.non_ascii |= (uint64_t)(uint32_t)_mm256_movemask_epi8(v) << (32 * lane);
    }
    return masks;
}

static inline CSCAN_AVX2 cscan_counts cscan_index_avx2(const uint8_t *bytes, size_t count, uint8_t separator,
                                                       uint32_t *offsets, uint32_t *hard, uint64_t *non_ascii) {
    cscan_counts counts = {0, 0, 0};
    for (size_t at = 0; at < count; at += 64) {
        uint8_t tail[64] = {0};
        const uint8_t *block = bytes + at;
        CSCAN_FETCH_AHEAD(block);
        if (count - at < 64) {
            memcpy(tail, block, count - at);
            block = tail;
        }
        cscan_masks masks = cscan_block_avx2(block, separator);
        non_ascii[at / 64] = masks.non_ascii;
        counts.non_ascii |= masks.non_ascii;
        cscan_write(masks, (uint32_t)at, offsets, hard, &counts);
    }
    return counts;
}

#define CSCAN_AVX512 __attribute__((target("avx512f,avx512bw,avx512vbmi2,avx2,bmi,bmi2,popcnt")))

// The special bytes differ in their low four bits, even if the separator is a tab, a semicolon or a vertical bar. A
// table of 16 bytes, indexed by the low bits of a byte, contains the byte itself exactly if the byte is special. So two
// comparisons, with the table and with the separator, replace four.

/// The table. Entries without a special byte are 0xFF, which no byte below 0x80 equals. For bytes from 0x80 on, the
/// shuffle returns 0.
CSCAN_INLINE __m128i cscan_table(uint8_t separator) {
    uint8_t table[16];
    memset(table, 0xFF, sizeof table);
    table['"' & 15] = '"';
    table['\r' & 15] = '\r';
    table['\n' & 15] = '\n';
    table[separator & 15] = separator;
    return _mm_loadu_si128((const __m128i *)table);
}

/// Writes sixteen offsets of a block: the first 16 bytes of `places`, each plus `base`.
CSCAN_INLINE CSCAN_AVX512 void cscan_write_places(__m128i places, __m512i base, uint32_t *out) {
    _mm512_storeu_si512(out, _mm512_add_epi32(base, _mm512_cvtepu8_epi32(places)));
}

/// Builds the index with AVX-512, 64 bytes per step. One "compress" of the numbers 0…63 results in the positions of a
/// block's special bytes. Few blocks have more than sixteen special bytes.
static inline CSCAN_AVX512 cscan_counts cscan_index_avx512(const uint8_t *bytes, size_t count, uint8_t separator,
                                                           uint32_t *offsets, uint32_t *hard, uint64_t *non_ascii) {
    uint8_t numbers[64];
    CSCAN_UNROLL
    for (int i = 0; i < 64; i++) numbers[i] = (uint8_t)i;
    const __m512i all = _mm512_loadu_si512(numbers);
    const __m512i s = _mm512_set1_epi8((char)separator);
    const __m512i table = _mm512_broadcast_i32x4(cscan_table(separator));
    const __m512i step = _mm512_set1_epi32(64);
    __m512i base = _mm512_setzero_si512();
    cscan_counts counts = {0, 0, 0};
    for (size_t at = 0; at < count; at += 64) {
        CSCAN_FETCH_AHEAD(bytes + at);
        __m512i v = count - at >= 64 ? _mm512_loadu_si512(bytes + at)
                                     : _mm512_maskz_loadu_epi8(((uint64_t)1 << (count - at)) - 1, bytes + at);
        uint64_t special = _mm512_cmpeq_epi8_mask(v, _mm512_shuffle_epi8(table, v));
        uint64_t ends = special & ~_mm512_cmpeq_epi8_mask(v, s);
        uint64_t high = _mm512_movepi8_mask(v);
        non_ascii[at / 64] = high;
        counts.non_ascii |= high;
        uint32_t *out = offsets + counts.count;
        size_t found = (size_t)__builtin_popcountll(special);
        __m512i places = _mm512_maskz_compress_epi8(special, all);
        cscan_write_places(_mm512_castsi512_si128(places), base, out);
        if (__builtin_expect(found > 16, 0)) {
            cscan_write_places(_mm512_extracti32x4_epi32(places, 1), base, out + 16);
            cscan_write_places(_mm512_extracti32x4_epi32(places, 2), base, out + 32);
            cscan_write_places(_mm512_extracti32x4_epi32(places, 3), base, out + 48);
        }
        cscan_write_hard(special, ends, hard, &counts);
        counts.count += found;
        base = _mm512_add_epi32(base, step);
    }
    return counts;
}

/// The widest vectors that this processor supports: 2 for AVX-512, 1 for AVX2, 0 for the baseline.
static inline int cscan_widest(void) {
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi") || !__builtin_cpu_supports("popcnt")) return 0;
    return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("bmi2")
               ? 2
               : 1;
}
#else
static inline int cscan_widest(void) { return 0; }
#endif

/// Builds the index with vectors of the given width, which must be at most `cscan_widest()`.
static inline cscan_counts cscan_index(int width, const uint8_t *bytes, size_t count, uint8_t separator,
                                       uint32_t *offsets, uint32_t *hard, uint64_t *non_ascii) {
#if defined(__x86_64__)
    if (width == 2) return cscan_index_avx512(bytes, count, separator, offsets, hard, non_ascii);
    if (width == 1) return cscan_index_avx2(bytes, count, separator, offsets, hard, non_ascii);
#endif
    (void)width;
    return cscan_index_baseline(bytes, count, separator, offsets, hard, non_ascii);
}

// MARK: - Common forms of numbers and dates

/// A column to check: its number, its kind (dates or numbers), and the last text that passed. The text is cached
/// because neighboring records often repeat a value. The words 0, 0 mean that no text is cached, because no valid text
/// has them.
typedef struct {
    uint32_t column;
    uint32_t is_date;
    uint64_t passed[2];
} cscan_check;

#define CSCAN_EACH 0x0101010101010101u

/// Loads eight bytes; the first byte is in the lowest position.
CSCAN_INLINE uint64_t cscan_load(const uint8_t *bytes) {
    uint64_t word;
    memcpy(&word, bytes, 8);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

/// Whether all eight bytes are '0'…'9': the high nibble is 3, and is still 3 after adding 6 to each byte. A byte
/// carries into the next one only if it is 0xFA or more, which the first test rejects.
CSCAN_INLINE int cscan_are_digits(uint64_t word) {
    return ((word & (0xF0 * CSCAN_EACH)) | (((word + 0x06 * CSCAN_EACH) & (0xF0 * CSCAN_EACH)) >> 4)) ==
           0x33 * CSCAN_EACH;
}

/// Whether a number consists of digits and at most one decimal point. Its `count` (1…8) bytes are in the upper bytes of
/// `word`; the other bytes are 0.
CSCAN_INLINE int cscan_is_short_number(uint64_t word, size_t count) {
    word |= (0x30 * CSCAN_EACH) & ~(~(uint64_t)0 << (64 - 8 * count));
    uint64_t off = word ^ (0x2E * CSCAN_EACH);
    uint64_t points = ~(((off & (0x7F * CSCAN_EACH)) + 0x7F * CSCAN_EACH) | off | (0x7F * CSCAN_EACH));
    // A point, 0x2E, becomes the digit 0 when 2 is added. A point without digits is not a number.
    return (points & (points - 1)) == 0 && (points == 0 || count > 1) && cscan_are_digits(word + (points >> 6));
}

/// Whether ten bytes, given as the first eight and the last eight, are a valid YYYY-MM-DD. 29 February is rejected
/// here, because only the full parser checks for leap years.
CSCAN_INLINE int cscan_is_plain_date(uint64_t head, uint64_t tail) {
    if ((head & 0xFF0000FF00000000u) != 0x2D00002D00000000u) return 0;
    if (!cscan_are_digits(head + 0x0300000300000000u) || !cscan_are_digits(tail + 0x0000030000030000u)) return 0;
    unsigned month = (unsigned)(head >> 40 & 0xF) * 10 + (unsigned)(head >> 48 & 0xF);
    unsigned day = (unsigned)(tail >> 48 & 0xF) * 10 + (unsigned)(tail >> 56 & 0xF);
    // Odd months up to July, and even months from August on, have 31 days.
    unsigned days = month == 2 ? 28 : 30 + ((month ^ month >> 3) & 1);
    return month - 1 < 12 && day - 1 < days;
}

/// Whether the text between two offsets is empty or has the most common form of a number or date. At least 8 bytes must
/// precede the text's end.
CSCAN_INLINE int cscan_is_common(const uint8_t *text, size_t start, size_t end, cscan_check *check) {
    size_t length = end - start;
    if (length == 0) return 1;
    uint64_t head, tail;
    if (check->is_date) {
        if (length != 10) return 0;
        head = cscan_load(text + start);
        tail = cscan_load(text + start + 2);
    } else {
        if (length > 8) return 0;
        head = cscan_load(text + end - 8) & (~(uint64_t)0 << (64 - 8 * length));
        tail = length;
    }
    if (head == check->passed[0] && tail == check->passed[1]) return 1;
    if (!(check->is_date ? cscan_is_plain_date(head, tail) : cscan_is_short_number(head, length))) return 0;
    check->passed[0] = head;
    check->passed[1] = tail;
    return 1;
}

/// The shape of the plain records of a type: the name of the type, the number of columns, and the columns to check.
///
/// The name has 1 to 8 bytes; its first byte is in the lowest position. For longer names, `type_count` is 0. The first
/// column is never checked.
///
/// Checks are in the order of their columns. Neighboring records usually differ only in the last checked column, such
/// as the strike of an option. So the checked columns before it are compared in one step with the bytes of the last
/// record that passed. At most 64 bytes are cached. If the columns have more or no bytes, `middle_count` is 0.
typedef struct {
    uint64_t type;
    uint32_t type_count;
    uint32_t columns;
    size_t check_count;
    cscan_check *checks;
    size_t middle_count;
    uint8_t middle[64];
} cscan_form;

/// Returns the index of the first check, from `from` on, whose field is neither empty nor of the most common form.
/// Returns the number of checks if all fields pass.
///
/// Field f ends at `ends[f] - origin` in `text` and starts one byte after the end of the previous field.
static inline size_t cscan_first_uncommon(const uint8_t *text, const uint32_t *ends, uint32_t origin,
                                          const cscan_form *form, size_t from) {
    for (size_t i = from; i < form->check_count; i++) {
        cscan_check *check = form->checks + i;
        size_t start = ends[check->column - 1] + 1 - origin;
        size_t end = ends[check->column] - origin;
        if (start != end && end < 8) return i;
        if (!cscan_is_common(text, start, end, check)) return i;
    }
    return form->check_count;
}

/// Whether a record has the form's type and all its columns.
CSCAN_INLINE int cscan_has_form(const uint8_t *text, size_t start, const uint32_t *ends, size_t count,
                                const cscan_form *form) {
    // The count 0 is rejected, because it would cause a shift by 64, which is undefined.
    if (count != form->columns || ends[0] - start != form->type_count || form->type_count == 0) return 0;
    return (cscan_load(text + start) ^ form->type) << (64 - 8 * form->type_count) == 0;
}

/// Whether the fields of the checks `from`..<`to` are empty or have common forms.
CSCAN_INLINE int cscan_are_common(const uint8_t *text, const uint32_t *ends, cscan_form *form, size_t from, size_t to) {
    for (cscan_check *check = form->checks + from; check != form->checks + to; check++) {
        if (!cscan_is_common(text, ends[check->column - 1] + 1, ends[check->column], check)) return 0;
    }
    return 1;
}

/// Returns the bytes of the checked columns except the last one, the "middle", and their count.
CSCAN_INLINE const uint8_t *cscan_middle(const uint8_t *text, const uint32_t *ends, const cscan_form *form, size_t *count) {
    size_t begin = ends[form->checks[0].column - 1] + 1;
    *count = ends[form->checks[form->check_count - 2].column] - begin;
    return text + begin;
}

/// Checks the columns of the middle one by one, and caches their bytes if all pass.
static inline int cscan_judge_middle(const uint8_t *text, const uint32_t *ends, cscan_form *form) {
    size_t count;
    const uint8_t *middle = cscan_middle(text, ends, form, &count);
    if (!cscan_are_common(text, ends, form, 0, form->check_count - 1)) return 0;
    form->middle_count = count <= sizeof form->middle ? count : 0;
    memcpy(form->middle, middle, form->middle_count);
    return 1;
}

/// Whether the bytes of the middle equal the cached bytes.
CSCAN_INLINE int cscan_is_middle_baseline(const uint8_t *text, const uint32_t *ends, const cscan_form *form) {
    size_t count;
    const uint8_t *middle = cscan_middle(text, ends, form, &count);
    return count == form->middle_count && memcmp(middle, form->middle, count) == 0;
}

/// Whether a record without quotes has the form's type and all its columns, and passes every check.
///
/// The record starts at offset `start`, which must be at least 8, and has at least 8 bytes. Its fields end at the
/// offsets `ends[0 … count - 1]`.
static inline int cscan_is_plain(const uint8_t *text, size_t start, const uint32_t *ends, size_t count,
                                 cscan_form *form) {
    if (!cscan_has_form(text, start, ends, count, form)) return 0;
    size_t checked = 0;
    if (form->check_count > 2) {
        checked = form->check_count - 1;
        if (!cscan_is_middle_baseline(text, ends, form) && !cscan_judge_middle(text, ends, form)) return 0;
    }
    return cscan_are_common(text, ends, form, checked, form->check_count);
}

/// A position in the records of a text: the index of the text, and the next record.
typedef struct {
    const uint32_t *offsets;
    const uint32_t *hard;
    size_t hard_count;
    /// The next record's start in the text, the index of its first entry in `offsets`, and the index of the next entry
    /// in `hard`.
    size_t start, first, next_hard;
    /// The maximum size of a record in bytes.
    size_t most;
    /// The prefetch distance in bytes: as much text as is read while the processor fetches text from memory.
    size_t ahead;
} cscan_run;

/// Returns the end of the next record. Returns 0 if the record must be checked elsewhere, because it does not end with
/// only a line feed, or is too short or too long.
CSCAN_INLINE size_t cscan_run_end(const uint8_t *text, const cscan_run *run) {
    size_t end = run->offsets[run->hard[run->next_hard]];
    if (text[end] != '\n' || run->start < 8 || end - run->start < 8 || end - run->start > run->most) return 0;
    CSCAN_UNROLL
    for (size_t line = 0; line < 256; line += 64) CSCAN_FETCH_LATER(text + run->start + run->ahead + line);
    return end;
}

/// Advances `run` to the record after the one that ends at `end`.
CSCAN_INLINE void cscan_run_on(cscan_run *run, size_t end) {
    run->first = run->hard[run->next_hard] + 1;
    run->start = end + 1;
    run->next_hard += 1;
}

static inline size_t cscan_plain_run_baseline(const uint8_t *text, cscan_run run, cscan_form *form) {
    size_t from = run.next_hard, end;
    while (run.next_hard < run.hard_count && (end = cscan_run_end(text, &run)) != 0) {
        size_t count = run.hard[run.next_hard] + 1 - run.first;
        if (!cscan_is_plain(text, run.start, run.offsets + run.first, count, form)) break;
        cscan_run_on(&run, end);
    }
    return run.next_hard - from;
}

#if defined(__x86_64__)
/// Computes `cscan_is_middle_baseline` with a single vector comparison.
static inline CSCAN_AVX512 int cscan_is_middle_avx512(const uint8_t *text, const uint32_t *ends, const cscan_form *form) {
    size_t count;
    const uint8_t *middle = cscan_middle(text, ends, form, &count);
    if (count != form->middle_count) return 0;
    __mmask64 bytes = _bzhi_u64(~(uint64_t)0, (unsigned)count);
    return _mm512_mask_cmpneq_epi8_mask(bytes, _mm512_maskz_loadu_epi8(bytes, middle), _mm512_loadu_si512(form->middle)) == 0;
}

static inline CSCAN_AVX512 size_t cscan_plain_run_avx512(const uint8_t *text, cscan_run run, cscan_form *form) {
    size_t from = run.next_hard, end;
    size_t checked = form->check_count > 2 ? form->check_count - 1 : 0;
    while (run.next_hard < run.hard_count && (end = cscan_run_end(text, &run)) != 0) {
        size_t count = run.hard[run.next_hard] + 1 - run.first;
        const uint32_t *ends = run.offsets + run.first;
        if (!cscan_has_form(text, run.start, ends, count, form)) break;
        if (checked != 0 && !cscan_is_middle_avx512(text, ends, form) && !cscan_judge_middle(text, ends, form)) break;
        if (!cscan_are_common(text, ends, form, checked, form->check_count)) break;
        cscan_run_on(&run, end);
    }
    return run.next_hard - from;
}
#endif

/// Returns how many records from the next one on are plain. Uses vectors of the given width, which must be at most
/// `cscan_widest()`.
static inline size_t cscan_plain_run(int width, const uint8_t *text, cscan_run run, cscan_form *form) {
#if defined(__x86_64__)
    if (width == 2) return cscan_plain_run_avx512(text, run, form);
#endif
    (void)width;
    return cscan_plain_run_baseline(text, run, form);
}

/// A test of words: the word is in a range, at most one or two of the requested bits are missing, and at most as many
/// other bits are set.
typedef struct {
    uint64_t asked;
    uint64_t others;
    uint64_t least;
    uint64_t most;
    int differences;
} cscan_signature_test;

/// Returns `bits` without the lowest one or two set bits.
static inline uint64_t cscan_beyond(uint64_t bits, int differences) {
    bits &= bits - 1;
    return differences == 1 ? bits : bits & (bits - 1);
}

/// Whether a word passes the test.
static inline int cscan_passes(cscan_signature_test test, uint64_t word) {
    return word >= test.least && word <= test.most && cscan_beyond(test.asked & ~word, test.differences) == 0 &&
           cscan_beyond(word & test.others, test.differences) == 0;
}

/// Returns the index of the first word from `start` on that passes the test; `count` if none does.
static inline size_t cscan_first_passing_baseline(cscan_signature_test test, const uint64_t *words, size_t start,
                                                  size_t count) {
    while (start < count && !cscan_passes(test, words[start])) start++;
    return start;
}

#if defined(__x86_64__)
/// Computes `cscan_first_passing_baseline` with AVX-512, eight words per step.
static inline CSCAN_AVX512 size_t cscan_first_passing_avx512(cscan_signature_test test, const uint64_t *words, size_t start,
                                                             size_t count) {
    const __m512i asked = _mm512_set1_epi64((long long)test.asked);
    const __m512i others = _mm512_set1_epi64((long long)test.others);
    const __m512i least = _mm512_set1_epi64((long long)test.least);
    const __m512i most = _mm512_set1_epi64((long long)test.most);
    const __m512i ones = _mm512_set1_epi64(-1);
    for (; start + 8 <= count; start += 8) {
        __m512i word = _mm512_loadu_si512(words + start);
        __m512i missing = _mm512_andnot_si512(word, asked);
        __m512i added = _mm512_and_si512(word, others);
        missing = _mm512_and_si512(missing, _mm512_add_epi64(missing, ones));
        added = _mm512_and_si512(added, _mm512_add_epi64(added, ones));
        if (test.differences > 1) {
            missing = _mm512_and_si512(missing, _mm512_add_epi64(missing, ones));
            added = _mm512_and_si512(added, _mm512_add_epi64(added, ones));
        }
        __m512i beyond = _mm512_or_si512(missing, added);
        unsigned passing = _mm512_testn_epi64_mask(beyond, beyond) & _mm512_cmpge_epu64_mask(word, least) &
                           _mm512_cmple_epu64_mask(word, most);
        if (passing != 0) return start + (size_t)__builtin_ctz(passing);
    }
    return cscan_first_passing_baseline(test, words, start, count);
}
#endif

/// Computes `cscan_first_passing_baseline` with vectors of the given width, which must be at most `cscan_widest()`.
static inline size_t cscan_first_passing(int width, cscan_signature_test test, const uint64_t *words, size_t start,
                                         size_t count) {
#if defined(__x86_64__)
    if (width == 2) return cscan_first_passing_avx512(test, words, start, count);
#endif
    (void)width;
    return cscan_first_passing_baseline(test, words, start, count);
}

#endif
