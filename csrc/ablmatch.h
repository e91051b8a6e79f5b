/* The C interface of ablmatch: compares what a caller said with what is stored.
 *
 * Text is UTF-8 given as pointer and size, never terminated by a zero byte; it is read during the call and not kept,
 * but for ablmatch_index_new, which copies it. Every function may be called from several threads at once; an index may
 * be searched by several threads, but built by one. Each thread that calls keeps about 1 MiB until it ends. No C++
 * exception comes out of a function; what fails gives a status other than ABLMATCH_OK and leaves its outputs alone
 * unless said otherwise.
 *
 * Symbols carry the version ABLMATCH_1. New functions may come; those that are here keep their meaning and layout for as
 * long as ablmatch_abi_version() gives ABLMATCH_ABI_VERSION.
 */
#ifndef ABLMATCH_H
#define ABLMATCH_H

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#if defined(ABLMATCH_BUILDING)
#define ABLMATCH_API __declspec(dllexport)
#else
#define ABLMATCH_API __declspec(dllimport)
#endif
#else
#define ABLMATCH_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
#define ABLMATCH_NOEXCEPT noexcept
extern "C" {
#else
#define ABLMATCH_NOEXCEPT
#endif

#define ABLMATCH_ABI_VERSION 1

/* The longest value that is judged, in code points; a longer one is missing. */
#define ABLMATCH_MAX_CODE_POINTS 1024
/* Room that always suffices for a normalized value, in bytes. */
#define ABLMATCH_NORMAL_CAPACITY 40960
/* The score of a pair where there is nothing to judge. */
#define ABLMATCH_MISSING_SCORE (-1)

enum {
  ABLMATCH_OK = 0,
  ABLMATCH_UNKNOWN_KIND = 1,
  ABLMATCH_UNKNOWN_REGION = 2,
  ABLMATCH_BAD_ARGUMENT = 3, /* a null pointer, a number out of its range */
  ABLMATCH_NO_ROOM = 4,      /* the output does not fit: its size is given, call again with room */
  ABLMATCH_NOTHING = 5,      /* nothing is left of the value, or it is missing */
  ABLMATCH_NO_MEMORY = 6,
  ABLMATCH_STOPPED = 7,     /* the caller's own stop function ended the call */
  ABLMATCH_BAD_PATTERN = 8, /* of a token, which would take in ordinary values */
  ABLMATCH_BAD_FILE = 9     /* of an index: unreadable, damaged, or of another version */
};
typedef int32_t ablmatch_status;

/* The kinds; their numbers never change. ablmatch_find_kind knows them by name. */
enum {
  ABLMATCH_EMAIL = 0,
  ABLMATCH_PHONE = 1,
  ABLMATCH_DIGITS = 2,
  ABLMATCH_ADDRESS = 3,
  ABLMATCH_PERSON_NAME = 4,
  ABLMATCH_TEXT = 5,
  ABLMATCH_AUTO = 6, /* judged by the kind of the stored value */
  ABLMATCH_EXACT = 7
};
typedef int32_t ablmatch_kind;

/* The bands of a score. */
enum { ABLMATCH_MATCH = 0, ABLMATCH_RETRY = 1, ABLMATCH_MISMATCH = 2, ABLMATCH_MISSING = 3 };
typedef int32_t ablmatch_result;

/* Which side a value is on: the stored one is only normalized, the said one read with every allowance. */
enum { ABLMATCH_SAID = 0, ABLMATCH_STORED = 1 };
typedef int32_t ablmatch_role;

/* One value. A null `data` is an absent value, which is missing; an empty one may have any other pointer. */
typedef struct {
  const char* data;
  size_t size;
} ablmatch_text;

/* A column of values: value k is `lengths[k]` bytes from `data + offsets[k]` on; a negative length is an absent value. */
typedef struct {
  const char* data;
  const int64_t* offsets;
  const int32_t* lengths;
} ablmatch_column;

/* Why a pair has its score. */
typedef struct {
  int16_t score;          /* 0 to 100, or ABLMATCH_MISSING_SCORE */
  int16_t reserved;       /* 0 */
  ablmatch_result result; /* the band of the score */
  ablmatch_kind kind;     /* that judged: not ABLMATCH_AUTO */
  uint32_t reserved_too;  /* 0 */
  uint64_t evidence[2];   /* bit k: evidence k, named by ablmatch_evidence_name */
} ablmatch_judgement;

typedef struct {
  uint64_t position; /* of the stored value, counted from 0 with the missing ones */
  int16_t score;     /* 0 to 100 */
  int16_t reserved[3];
} ablmatch_hit;

/* Asked now and then during a long call, on the calling thread; an answer other than 0 ends the call. */
typedef int (*ablmatch_stop)(void* argument);

/* Stored values of one kind, kept ready to be searched. Made and freed by the functions below. */
typedef struct ablmatch_index ablmatch_index;

/* ---- names ------------------------------------------------------------------------------------------------------ */

ABLMATCH_API uint32_t ablmatch_abi_version(void) ABLMATCH_NOEXCEPT;

/* "1.2.3"; lives as long as the library, as do all texts given back without an owner. */
ABLMATCH_API const char* ablmatch_version(void) ABLMATCH_NOEXCEPT;

/* What a status means, in English. Never null. */
ABLMATCH_API const char* ablmatch_status_text(ablmatch_status status) ABLMATCH_NOEXCEPT;

/* "plain", "sse4.2", "avx2", "avx512" or "neon"; the environment variable ABLMATCH_CPU can ask for less. */
ABLMATCH_API const char* ablmatch_cpu_level(void) ABLMATCH_NOEXCEPT;

/* The kind of a name such as "email" ("name" is person_name). */
ABLMATCH_API ablmatch_status ablmatch_find_kind(const char* name, ablmatch_kind* kind) ABLMATCH_NOEXCEPT;

/* Null for a number that is no kind, no result, no evidence. Evidence counts from 0 to ablmatch_evidence_count() - 1. */
ABLMATCH_API const char* ablmatch_kind_name(ablmatch_kind kind) ABLMATCH_NOEXCEPT;
ABLMATCH_API const char* ablmatch_result_name(ablmatch_result result) ABLMATCH_NOEXCEPT;
ABLMATCH_API int32_t ablmatch_evidence_count(void) ABLMATCH_NOEXCEPT;
ABLMATCH_API const char* ablmatch_evidence_name(int32_t evidence) ABLMATCH_NOEXCEPT;
ABLMATCH_API const char* ablmatch_evidence_sentence(int32_t evidence) ABLMATCH_NOEXCEPT;

/* ---- one pair ----------------------------------------------------------------------------------------------------- */

/* In all that follows, `region` is the ISO 3166 code whose numbering plan reads national phone numbers; null is "US". */

/* The score, 0 to 100 or ABLMATCH_MISSING_SCORE, and its band; either pointer may be null. */
ABLMATCH_API ablmatch_status ablmatch_score(ablmatch_text said, ablmatch_text stored, ablmatch_kind kind,
                                            const char* region, int16_t* score,
                                            ablmatch_result* result) ABLMATCH_NOEXCEPT;

/* The score with its evidence. */
ABLMATCH_API ablmatch_status ablmatch_explain(ablmatch_text said, ablmatch_text stored, ablmatch_kind kind,
                                              const char* region, ablmatch_judgement* judgement) ABLMATCH_NOEXCEPT;

/* The canonical form of one value, UTF-8 in `out` without a zero byte behind it; `size` gets its bytes, also with
 * ABLMATCH_NO_ROOM, which writes nothing else. `out` may be null when `capacity` is 0. */
ABLMATCH_API ablmatch_status ablmatch_normalize(ablmatch_text value, ablmatch_kind kind, ablmatch_role role,
                                                const char* region, char* out, size_t capacity,
                                                size_t* size) ABLMATCH_NOEXCEPT;

/* Makes one more shape of vault tokens known to the whole process: '*' stands for characters other than white space, '#'
 * for a digit. `anywhere` other than 0: also inside a longer value. `why` may be null; else it gets what is wrong. */
ABLMATCH_API ablmatch_status ablmatch_register_token_pattern(ablmatch_text pattern, int32_t anywhere,
                                                             const char** why) ABLMATCH_NOEXCEPT;

/* ---- columns ------------------------------------------------------------------------------------------------------ */

/* Scores `rows` pairs on at most `threads` threads (at least 1), the calling one among them. `scores` and `results`
 * (ablmatch_result as bytes) have room for `rows` values and may be null, as may `invalid`, which gets the number of
 * pairs with text that is not UTF-8, and `stop`. After ABLMATCH_STOPPED the outputs are incomplete. */
ABLMATCH_API ablmatch_status ablmatch_score_columns(const ablmatch_column* said, const ablmatch_column* stored,
                                                    size_t rows, ablmatch_kind kind, const char* region,
                                                    int32_t threads, int16_t* scores, uint8_t* results, size_t* invalid,
                                                    ablmatch_stop stop, void* stop_argument) ABLMATCH_NOEXCEPT;

/* ---- index -------------------------------------------------------------------------------------------------------- */

/* An index over a column, which is copied; to be freed with ablmatch_index_free. */
ABLMATCH_API ablmatch_status ablmatch_index_new(const ablmatch_column* stored, size_t rows, ablmatch_kind kind,
                                                const char* region, int32_t threads,
                                                ablmatch_index** index) ABLMATCH_NOEXCEPT;

/* Number of stored values, the missing ones included; 0 for null. */
ABLMATCH_API size_t ablmatch_index_size(const ablmatch_index* index) ABLMATCH_NOEXCEPT;

/* At most `limit` (at least 1) hits of at least `min_score` (0 to 100), highest score first, equal scores by position;
 * `found` gets how many were written. */
ABLMATCH_API ablmatch_status ablmatch_index_search(const ablmatch_index* index, ablmatch_text said, size_t limit,
                                                   int16_t min_score, int32_t threads, ablmatch_hit* hits,
                                                   size_t* found) ABLMATCH_NOEXCEPT;

/* Null is allowed. */
ABLMATCH_API void ablmatch_index_free(ablmatch_index* index) ABLMATCH_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
