/* The C interface, compiled as C: every function, its errors, and several threads at once. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ablmatch.h"

static ablmatch_text text(const char* from) {
  ablmatch_text made = {from, from == NULL ? 0 : strlen(from)};
  return made;
}

static int score_of(const char* said, const char* stored, ablmatch_kind kind, const char* region) {
  int16_t score = -99;
  ablmatch_result result = -99;
  assert(ablmatch_score(text(said), text(stored), kind, region, &score, &result) == ABLMATCH_OK);
  assert(ablmatch_result_name(result) != NULL);
  return score;
}

static void test_names(void) {
  assert(ablmatch_abi_version() == ABLMATCH_ABI_VERSION);
  assert(strchr(ablmatch_version(), '.') != NULL);
  assert(strlen(ablmatch_cpu_level()) > 0);
  for (ablmatch_kind kind = 0; kind <= ABLMATCH_EXACT; ++kind) {
    ablmatch_kind found = -1;
    assert(ablmatch_find_kind(ablmatch_kind_name(kind), &found) == ABLMATCH_OK && found == kind);
  }
  ablmatch_kind kind = -1;
  assert(ablmatch_find_kind("name", &kind) == ABLMATCH_OK && kind == ABLMATCH_PERSON_NAME);
  assert(ablmatch_find_kind("nam", &kind) == ABLMATCH_UNKNOWN_KIND && kind == ABLMATCH_PERSON_NAME);
  assert(ablmatch_find_kind(NULL, &kind) == ABLMATCH_BAD_ARGUMENT);
  assert(ablmatch_kind_name(-1) == NULL && ablmatch_kind_name(ABLMATCH_EXACT + 1) == NULL);
  assert(strcmp(ablmatch_result_name(ABLMATCH_MISMATCH), "mismatch") == 0);
  assert(ablmatch_result_name(4) == NULL);
  assert(ablmatch_evidence_count() <= 128);
  for (int32_t k = 0; k < ablmatch_evidence_count(); ++k) {
    assert(strlen(ablmatch_evidence_name(k)) > 0 && strlen(ablmatch_evidence_sentence(k)) > 0);
  }
  assert(ablmatch_evidence_name(ablmatch_evidence_count()) == NULL && ablmatch_evidence_sentence(-1) == NULL);
  for (ablmatch_status status = ABLMATCH_OK; status <= ABLMATCH_BAD_FILE; ++status) {
    assert(strcmp(ablmatch_status_text(status), "no such status") != 0);
  }
  assert(strcmp(ablmatch_status_text(99), "no such status") == 0);
}

static void test_score(void) {
  assert(score_of("five five five oh one four two", "555-0142", ABLMATCH_PHONE, NULL) == 100);
  assert(score_of("020 7946 0958", "+44 20 7946 0958", ABLMATCH_PHONE, "GB") == 100);
  assert(score_of("4472", "4471", ABLMATCH_DIGITS, "US") == 50);
  assert(score_of("ann@example.com", "ann@example.com", ABLMATCH_AUTO, "US") == 100);
  assert(score_of(NULL, "4471", ABLMATCH_DIGITS, NULL) == ABLMATCH_MISSING_SCORE);
  assert(score_of("", "4471", ABLMATCH_DIGITS, NULL) == ABLMATCH_MISSING_SCORE);
  assert(score_of("\xff", "4471", ABLMATCH_DIGITS, NULL) == ABLMATCH_MISSING_SCORE);
  assert(ablmatch_score(text("a"), text("a"), 8, NULL, NULL, NULL) == ABLMATCH_UNKNOWN_KIND);
  assert(ablmatch_score(text("a"), text("a"), -1, NULL, NULL, NULL) == ABLMATCH_UNKNOWN_KIND);
  assert(ablmatch_score(text("a"), text("a"), ABLMATCH_TEXT, "XX", NULL, NULL) == ABLMATCH_UNKNOWN_REGION);
  assert(ablmatch_score(text("a"), text("a"), ABLMATCH_TEXT, NULL, NULL, NULL) == ABLMATCH_OK);
}

static int holds(const ablmatch_judgement* judgement, const char* evidence) {
  for (int32_t k = 0; k < ablmatch_evidence_count(); ++k) {
    if (strcmp(ablmatch_evidence_name(k), evidence) == 0) return (int)(judgement->evidence[k / 64] >> (k % 64) & 1);
  }
  return 0;
}

static void test_explain(void) {
  ablmatch_judgement found;
  assert(ablmatch_explain(text("bill gates"), text("William Gates"), ABLMATCH_PERSON_NAME, NULL, &found) ==
         ABLMATCH_OK);
  assert(found.score == score_of("bill gates", "William Gates", ABLMATCH_PERSON_NAME, NULL));
  assert(found.result == ABLMATCH_MATCH && found.kind == ABLMATCH_PERSON_NAME && holds(&found, "nickname"));
  assert(ablmatch_explain(text("a@b.co"), text("a@b.co"), ABLMATCH_AUTO, NULL, &found) == ABLMATCH_OK);
  assert(found.kind == ABLMATCH_EMAIL && holds(&found, "equal"));
  assert(ablmatch_explain(text("x"), text(NULL), ABLMATCH_TEXT, NULL, &found) == ABLMATCH_OK);
  assert(found.score == ABLMATCH_MISSING_SCORE && found.result == ABLMATCH_MISSING && holds(&found, "stored_missing"));
  assert(ablmatch_explain(text("x"), text("x"), ABLMATCH_TEXT, NULL, NULL) == ABLMATCH_BAD_ARGUMENT);
}

static void test_normalize(void) {
  char room[64];
  size_t size = 0;
  const ablmatch_text phone = text("(415) 555-0142");
  assert(ablmatch_normalize(phone, ABLMATCH_PHONE, ABLMATCH_STORED, NULL, room, sizeof room, &size) == ABLMATCH_OK);
  assert(size == 12 && memcmp(room, "+14155550142", size) == 0);
  size = 0;
  assert(ablmatch_normalize(phone, ABLMATCH_PHONE, ABLMATCH_STORED, NULL, NULL, 0, &size) == ABLMATCH_NO_ROOM &&
         size == 12);
  memset(room, 'x', sizeof room);
  assert(ablmatch_normalize(phone, ABLMATCH_PHONE, ABLMATCH_STORED, NULL, room, 11, &size) == ABLMATCH_NO_ROOM);
  assert(room[0] == 'x' && size == 12);
  assert(ablmatch_normalize(text("four four"), ABLMATCH_DIGITS, ABLMATCH_SAID, NULL, room, 64, &size) == ABLMATCH_OK);
  assert(size == 2 && memcmp(room, "44", 2) == 0);
  assert(ablmatch_normalize(text("hello"), ABLMATCH_DIGITS, ABLMATCH_STORED, NULL, room, 64, &size) ==
         ABLMATCH_NOTHING);
  assert(ablmatch_normalize(text("44"), ABLMATCH_DIGITS, 2, NULL, room, 64, &size) == ABLMATCH_BAD_ARGUMENT);
  assert(ablmatch_normalize(text("44"), ABLMATCH_DIGITS, ABLMATCH_SAID, NULL, NULL, 64, &size) ==
         ABLMATCH_BAD_ARGUMENT);
}

static void test_tokens(void) {
  const char* why = NULL;
  assert(score_of("zz=42", "zz=42", ABLMATCH_TEXT, NULL) == 100);
  assert(ablmatch_register_token_pattern(text("*"), 0, &why) == ABLMATCH_BAD_PATTERN && strlen(why) > 0);
  assert(ablmatch_register_token_pattern(text(NULL), 0, &why) == ABLMATCH_BAD_ARGUMENT);
  assert(ablmatch_register_token_pattern(text("zz=##"), 0, NULL) == ABLMATCH_OK);
  assert(score_of("zz=42", "zz=42", ABLMATCH_TEXT, NULL) == ABLMATCH_MISSING_SCORE);
}

enum { kRows = 5000 };

struct columns {
  char said_data[kRows * 8], stored_data[kRows * 8];
  int64_t offsets[kRows];
  int32_t lengths[kRows];
};

static struct columns* make_columns(ablmatch_column* said, ablmatch_column* stored) {
  struct columns* made = malloc(sizeof *made);
  assert(made != NULL);
  for (int k = 0; k < kRows; ++k) {
    char number[16];
    made->offsets[k] = k * 8;
    made->lengths[k] = k % 10 == 9 ? -1 : 6;
    snprintf(number, sizeof number, "%06d  ", 100000 + k);
    memcpy(made->stored_data + k * 8, number, 8);
    memcpy(made->said_data + k * 8, number, 8);
    if (k % 2 == 1) made->said_data[k * 8 + 5] = number[5] == '0' ? '5' : '0';
  }
  *said = (ablmatch_column){made->said_data, made->offsets, made->lengths};
  *stored = (ablmatch_column){made->stored_data, made->offsets, made->lengths};
  return made;
}

static int stop_at_once(void* argument) {
  ++*(int*)argument;
  return 1;
}

static void test_columns(void) {
  ablmatch_column said, stored;
  struct columns* made = make_columns(&said, &stored);
  static int16_t scores[kRows];
  static uint8_t results[kRows];
  size_t invalid = 99;
  for (int32_t threads = 1; threads <= 2; ++threads) {
    memset(scores, 0, sizeof scores);
    assert(ablmatch_score_columns(&said, &stored, kRows, ABLMATCH_DIGITS, NULL, threads, scores, results, &invalid,
                                  NULL, NULL) == ABLMATCH_OK);
    for (int k = 0; k < kRows; ++k) {
      const int wanted = k % 10 == 9 ? ABLMATCH_MISSING_SCORE : k % 2 == 1 ? 50 : 100;
      assert(scores[k] == wanted);
      assert(results[k] == (wanted < 0 ? ABLMATCH_MISSING : wanted == 100 ? ABLMATCH_MATCH : ABLMATCH_RETRY));
    }
    assert(invalid == 0);
  }
  int asked = 0;
  assert(ablmatch_score_columns(&said, &stored, kRows, ABLMATCH_DIGITS, NULL, 1, scores, NULL, NULL, stop_at_once,
                                &asked) == ABLMATCH_STOPPED);
  assert(asked >= 1);
  assert(ablmatch_score_columns(&said, &stored, kRows, ABLMATCH_DIGITS, NULL, 0, scores, NULL, NULL, NULL, NULL) ==
         ABLMATCH_BAD_ARGUMENT);
  assert(ablmatch_score_columns(NULL, &stored, kRows, ABLMATCH_DIGITS, NULL, 1, scores, NULL, NULL, NULL, NULL) ==
         ABLMATCH_BAD_ARGUMENT);
  assert(ablmatch_score_columns(&said, &stored, 0, ABLMATCH_DIGITS, NULL, 1, NULL, NULL, NULL, NULL, NULL) ==
         ABLMATCH_OK);
  free(made);
}

static void test_index(void) {
  ablmatch_column said, stored;
  struct columns* made = make_columns(&said, &stored);
  ablmatch_index* index = NULL;
  ablmatch_hit hits[4];
  size_t found = 99;
  assert(ablmatch_index_new(&stored, kRows, ABLMATCH_DIGITS, NULL, 2, &index) == ABLMATCH_OK);
  free(made); /* the index has a copy */
  assert(ablmatch_index_size(index) == kRows);
  assert(ablmatch_index_search(index, text("one zero one two three four"), 4, 10, 1, hits, &found) == ABLMATCH_OK);
  assert(found == 4 && hits[0].position == 1234 && hits[0].score == 100);
  assert(hits[1].score == 50 && hits[2].score == 50 && hits[1].position < hits[2].position);
  assert(ablmatch_index_search(index, text("101234"), 1, 100, 1, hits, &found) == ABLMATCH_OK && found == 1);
  assert(ablmatch_index_search(index, text(""), 4, 10, 1, hits, &found) == ABLMATCH_OK && found == 0);
  assert(ablmatch_index_search(index, text("1"), 0, 10, 1, hits, &found) == ABLMATCH_BAD_ARGUMENT);
  assert(ablmatch_index_search(index, text("1"), 1, 101, 1, hits, &found) == ABLMATCH_BAD_ARGUMENT);
  assert(ablmatch_index_search(NULL, text("1"), 1, 10, 1, hits, &found) == ABLMATCH_BAD_ARGUMENT);
  assert(ablmatch_index_new(NULL, 0, ABLMATCH_DIGITS, NULL, 1, NULL) == ABLMATCH_BAD_ARGUMENT);
  assert(ablmatch_index_size(NULL) == 0);
  ablmatch_index_free(index);
  ablmatch_index_free(NULL);
}

static void* score_many(void* sum) {
  for (int k = 0; k < 2000; ++k) {
    *(long*)sum += score_of("jon smyth", "John Smith", ABLMATCH_PERSON_NAME, NULL);
    *(long*)sum += score_of("five five five oh one four two", "555-0142", ABLMATCH_PHONE, "US");
  }
  return NULL;
}

static void test_threads(void) {
  pthread_t threads[4];
  long sums[5] = {0, 0, 0, 0, 0};
  for (int k = 0; k < 4; ++k) assert(pthread_create(&threads[k], NULL, score_many, &sums[k]) == 0);
  score_many(&sums[4]);
  for (int k = 0; k < 4; ++k) {
    assert(pthread_join(threads[k], NULL) == 0);
    assert(sums[k] == sums[4]);
  }
}

int main(void) {
  test_names();
  test_score();
  test_explain();
  test_normalize();
  test_columns();
  test_index();
  test_threads();
  test_tokens(); /* last: a registered shape stays */
  puts("C interface: ok");
  return 0;
}
