"""The first tables. Times are milliseconds since 1970, JSON is text; nothing refers to a person but by `subject`.

- `ablmatch_records`: open and closed records. `same_key` and `slot_key` are hashes under which there is one open record
- `ablmatch_record_words`: for each word in each place a record is sought in (a hash of both), its records
- `ablmatch_record_labels`: labels (source 0), and texts of the metadata under names that are no label (source 1)
"""

from ablmatch.stores.records.migrations.statements import execute_all

revision = "0001"
down_revision = None

TENANTS = (
    "CREATE TABLE ablmatch_organisations (id {text} PRIMARY KEY, settings {text} NOT NULL, created_ms {whole} NOT NULL)",
    "CREATE TABLE ablmatch_keys (id {text} PRIMARY KEY, organisation {text} NOT NULL, secret_hash {bytes} NOT NULL UNIQUE,"
    " policy {text} NOT NULL, memory {text} NOT NULL, created_ms {whole} NOT NULL)",
    "CREATE TABLE ablmatch_memory_stores (organisation {text} NOT NULL, id {text} NOT NULL, settings {text} NOT NULL,"
    " extraction {text} NOT NULL, created_ms {whole} NOT NULL, PRIMARY KEY (organisation, id))",
    "CREATE TABLE ablmatch_agents (organisation {text} NOT NULL, id {text} NOT NULL, settings {text} NOT NULL,"
    " created_ms {whole} NOT NULL, PRIMARY KEY (organisation, id))",
    "CREATE TABLE ablmatch_secrets (organisation {text} NOT NULL, name {text} NOT NULL, value {bytes} NOT NULL,"
    " PRIMARY KEY (organisation, name))",
)
RECORDS = (
    "CREATE TABLE ablmatch_records (number {numbering}, id {text} NOT NULL UNIQUE, organisation {text} NOT NULL,"
    " store {text} NOT NULL, subject {text} NOT NULL, type {text} NOT NULL, content {text} NOT NULL,"
    " labels {text} NOT NULL, metadata {text} NOT NULL, confidence {real} NOT NULL, status {text}, due_at {text},"
    " due_ms {whole}, owed_to {text}, slot {text}, state {text} NOT NULL, source {text} NOT NULL,"
    " conversation_id {text}, created_ms {whole} NOT NULL, updated_ms {whole} NOT NULL, version {whole} NOT NULL,"
    " valid_from_ms {whole} NOT NULL, valid_to_ms {whole}, superseded_by {text}, expires_ms {whole},"
    " identity {text}, same_key {bytes} NOT NULL, slot_key {bytes}, words {bytes} NOT NULL)",
    "CREATE UNIQUE INDEX ablmatch_records_same ON ablmatch_records (same_key) WHERE valid_to_ms IS NULL",
    "CREATE UNIQUE INDEX ablmatch_records_slot ON ablmatch_records (slot_key)"
    " WHERE valid_to_ms IS NULL AND slot_key IS NOT NULL",
    "CREATE INDEX ablmatch_records_owner ON ablmatch_records (organisation, subject, updated_ms DESC, id)",
    "CREATE INDEX ablmatch_records_owner_type ON ablmatch_records (organisation, subject, type, updated_ms DESC, id)",
    "CREATE INDEX ablmatch_records_type ON ablmatch_records (organisation, type, updated_ms DESC, id)",
    "CREATE INDEX ablmatch_records_updated ON ablmatch_records (organisation, updated_ms DESC, id)",
    "CREATE INDEX ablmatch_records_proposed ON ablmatch_records (organisation, updated_ms DESC, id)"
    " WHERE state = 'proposed'",
    "CREATE INDEX ablmatch_records_due ON ablmatch_records (organisation, COALESCE(due_ms, 9223372036854775807), id)"
    " WHERE type = 'commitment'",
    "CREATE INDEX ablmatch_records_owner_due ON ablmatch_records"
    " (organisation, subject, COALESCE(due_ms, 9223372036854775807), id) WHERE type = 'commitment'",
    "CREATE INDEX ablmatch_records_expiry ON ablmatch_records (expires_ms) WHERE expires_ms IS NOT NULL",
    "CREATE INDEX ablmatch_records_superseded ON ablmatch_records (superseded_by) WHERE superseded_by IS NOT NULL",
    "CREATE TABLE ablmatch_record_versions (record {whole} NOT NULL, version {whole} NOT NULL, content {text} NOT NULL,"
    " labels {text} NOT NULL, metadata {text} NOT NULL, confidence {real} NOT NULL, status {text}, due_at {text},"
    " due_ms {whole}, owed_to {text}, slot {text}, state {text} NOT NULL, source {text} NOT NULL,"
    " updated_ms {whole} NOT NULL, ended_ms {whole} NOT NULL, expires_ms {whole},"
    " PRIMARY KEY (record, version)){by_key}",
    "CREATE TABLE ablmatch_record_labels (record {whole} NOT NULL, name {text} NOT NULL, source {whole} NOT NULL,"
    " value {text} NOT NULL, PRIMARY KEY (record, name)){by_key}",
    "CREATE TABLE ablmatch_record_words (word {whole} NOT NULL, record {whole} NOT NULL,"
    " PRIMARY KEY (word, record)){by_key}",
    "CREATE TABLE ablmatch_record_vectors (record {whole} NOT NULL, model {text} NOT NULL, vector {bytes} NOT NULL,"
    " PRIMARY KEY (record, model))",
    "CREATE TABLE ablmatch_record_supporters (record {whole} NOT NULL, person {bytes} NOT NULL,"
    " PRIMARY KEY (record, person)){by_key}",
    "CREATE INDEX ablmatch_record_supporters_person ON ablmatch_record_supporters (person)",
    "CREATE TABLE ablmatch_answers (key_id {text} NOT NULL, subject {text} NOT NULL, repeat_key {text} NOT NULL,"
    " body_hash {text} NOT NULL, organisation {text} NOT NULL, record_id {text} NOT NULL, status {whole} NOT NULL,"
    " body {bytes} NOT NULL, created_ms {whole} NOT NULL, PRIMARY KEY (key_id, subject, repeat_key))",
    "CREATE INDEX ablmatch_answers_owner ON ablmatch_answers (organisation, subject)",
    "CREATE INDEX ablmatch_answers_record ON ablmatch_answers (record_id)",
    "CREATE INDEX ablmatch_answers_created ON ablmatch_answers (created_ms)",
)
CONVERSATIONS = (
    "CREATE TABLE ablmatch_conversations (id {text} PRIMARY KEY, organisation {text} NOT NULL, key_id {text} NOT NULL,"
    " subject {text} NOT NULL, agent {text}, open {whole} NOT NULL, created_ms {whole} NOT NULL,"
    " last_ms {whole} NOT NULL, messages {whole} NOT NULL, working_state {text}, working_version {whole} NOT NULL,"
    " summary {text}, summary_until {whole} NOT NULL)",
    "CREATE INDEX ablmatch_conversations_owner ON ablmatch_conversations (organisation, subject)",
    "CREATE INDEX ablmatch_conversations_open ON ablmatch_conversations (organisation, last_ms, id) WHERE open = 1",
    "CREATE TABLE ablmatch_messages (conversation_id {text} NOT NULL, number {whole} NOT NULL, id {text} NOT NULL UNIQUE,"
    " role {text} NOT NULL, content {text} NOT NULL, said_at {text}, created_ms {whole} NOT NULL,"
    " PRIMARY KEY (conversation_id, number))",
    "CREATE TABLE ablmatch_extraction (id {text} PRIMARY KEY, organisation {text} NOT NULL, store {text} NOT NULL,"
    " conversation_id {text} NOT NULL, settle {whole} NOT NULL, due_ms {whole}, puts {whole} NOT NULL, lease {text},"
    " lease_puts {whole}, lease_settle {whole} NOT NULL, lease_until_ms {whole}, attempts {whole} NOT NULL, UNIQUE (conversation_id, store))",
    "CREATE INDEX ablmatch_extraction_due ON ablmatch_extraction (due_ms, id) WHERE due_ms IS NOT NULL",
    "CREATE TABLE ablmatch_extracted_until (conversation_id {text} NOT NULL, store {text} NOT NULL,"
    " mined {whole} NOT NULL, settled_ms {whole} NOT NULL, PRIMARY KEY (conversation_id, store))",
)
PEOPLE = (
    "CREATE TABLE ablmatch_tombstones (person {bytes} PRIMARY KEY, generation {whole} NOT NULL,"
    " erased_ms {whole} NOT NULL, settled {whole} NOT NULL)",
    "CREATE INDEX ablmatch_tombstones_unsettled ON ablmatch_tombstones (settled) WHERE settled = 0",
    "CREATE TABLE ablmatch_audit (number {numbering}, organisation {text} NOT NULL, at_ms {whole} NOT NULL,"
    " key_id {text} NOT NULL, subject {text} NOT NULL, act {text} NOT NULL, outcome {text} NOT NULL, record_id {text},"
    " version {whole}, source {text} NOT NULL)",
    "CREATE INDEX ablmatch_audit_owner ON ablmatch_audit (organisation, subject)",
)


def upgrade() -> None:
    """Make the tables."""
    execute_all((*TENANTS, *RECORDS, *CONVERSATIONS, *PEOPLE))
