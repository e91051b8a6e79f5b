/* Scores one pair with its reasons, a column of pairs, and a search, through the C interface.
 *
 *     cmake -S . -B build && cmake --build build && cmake --install build --prefix /usr/local
 *     cc examples/c/match.c $(pkg-config --cflags --libs ablmatch) -o match && ./match
 */
#include <ablmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static ablmatch_text text(const char* from) {
  ablmatch_text made = {from, strlen(from)};
  return made;
}

static void require(ablmatch_status status, const char* what) {
  if (status == ABLMATCH_OK) return;
  fprintf(stderr, "%s: %s\n", what, ablmatch_status_text(status));
  exit(1);
}

static void explain_pair(const char* said, const char* stored, ablmatch_kind kind) {
  ablmatch_judgement found;
  require(ablmatch_explain(text(said), text(stored), kind, "US", &found), "explain");
  printf("%s | %s: %d, %s\n", said, stored, found.score, ablmatch_result_name(found.result));
  for (int32_t k = 0; k < ablmatch_evidence_count(); ++k) {
    if (found.evidence[k / 64] >> (k % 64) & 1) printf("  %s\n", ablmatch_evidence_sentence(k));
  }
}

static void score_columns(void) {
  /* Two columns that share offsets and lengths here; the third value is absent. */
  const int64_t offsets[] = {0, 8, 16};
  const int32_t lengths[] = {8, 8, -1};
  const ablmatch_column said = {"555-0142555 0143", offsets, lengths};
  const ablmatch_column stored = {"555 0142555-0142", offsets, lengths};
  int16_t scores[3];
  require(ablmatch_score_columns(&said, &stored, 3, ABLMATCH_PHONE, NULL, 1, scores, NULL, NULL, NULL, NULL),
          "columns");
  printf("columns: %d %d %d\n", scores[0], scores[1], scores[2]);
}

static void search(void) {
  const int64_t offsets[] = {0, 8, 17};
  const int32_t lengths[] = {8, 9, 13};
  const ablmatch_column stored = {"Ann ReedBen StoneWilliam Gates", offsets, lengths};
  ablmatch_index* index = NULL;
  ablmatch_hit hits[2];
  size_t found = 0;
  require(ablmatch_index_new(&stored, 3, ABLMATCH_PERSON_NAME, NULL, 1, &index), "index");
  require(ablmatch_index_search(index, text("bill gates"), 2, 10, 1, hits, &found), "search");
  for (size_t k = 0; k < found; ++k) printf("found: value %d with %d\n", (int)hits[k].position, hits[k].score);
  ablmatch_index_free(index);
}

int main(void) {
  printf("ablmatch %s\n", ablmatch_version());
  explain_pair("five five five oh one four three", "555-0142", ABLMATCH_PHONE);
  explain_pair("bill gates", "William Gates", ABLMATCH_PERSON_NAME);
  score_columns();
  search();
  return 0;
}
