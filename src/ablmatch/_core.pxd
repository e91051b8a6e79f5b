# What the binding uses of csrc/ablmatch.hpp and of the interpreter, and the few lines of C++ between the two.

from cpython.object cimport PyObject
from libc.stddef cimport size_t
from libc.stdint cimport int16_t, uint8_t, uint16_t, uint64_t
from libcpp cimport bool as cbool
from libcpp.string cimport string
from libcpp.vector cimport vector


cdef extern from "<string_view>" namespace "std" nogil:
    cdef cppclass string_view:
        string_view()
        string_view(const char*, size_t)
        const char* data()
        size_t size()


cdef extern from "cpu.hpp" namespace "ablmatch" nogil:
    enum class CpuLevel(uint8_t):
        pass

    const string_view* kCpuLevelNames
    CpuLevel cpu_level()
    cbool cpu_request_refused()


cdef extern from "ablmatch.hpp" namespace "ablmatch" nogil:
    enum class Kind(uint8_t):
        email
        count_

    enum class Role(uint8_t):
        said
        stored

    enum class Result(uint8_t):
        match

    enum class Evidence(uint8_t):
        not_text

    cdef cppclass EvidenceSet:
        void add(Evidence)
        cbool has(Evidence)

    struct Context:
        uint16_t region

    struct Value:
        const char* data
        size_t size
        cbool null

    struct Judgement:
        int16_t score
        Kind kind
        EvidenceSet evidence

    struct Scored:
        int16_t score
        Kind kind
        cbool invalid

    cdef cppclass Scratch:
        pass

    struct Part:
        string_view name
        string said
        string stored
        string_view how

    cdef cppclass PartSink:
        vector[Part] parts
        string reading

    struct ColumnRoom:
        size_t hint

    ctypedef void (*Column)(const void*, size_t, size_t, ColumnRoom&, Value*) noexcept

    cdef cppclass Batch:
        Column said
        const void* said_column
        Column stored
        const void* stored_column
        size_t rows
        Kind kind
        Context context
        int16_t* scores
        uint8_t* results
        size_t* invalid

    const uint16_t kNoRegion
    const size_t kNothing
    const size_t kFoldCapacity
    const int kEvidenceCount
    const int kMaxCodePoints
    const char* const kUnicodeVersion

    Scored score_values "ablmatch::score"(Value, Value, Kind, const Context&, Scratch&) noexcept
    Judgement judge_with_parts "ablmatch::judge"(Value, Value, Kind, const Context&, Scratch&, PartSink*) except +
    Result result_of(const Judgement&) noexcept
    Result result_of_score "ablmatch::result_of"(int16_t, Kind) noexcept
    size_t normalize_value "ablmatch::normalize"(Value, Kind, Role, const Context&, Scratch&, char*, size_t) noexcept
    string_view kind_name(Kind) noexcept
    cbool find_kind(string_view, Kind&) noexcept
    uint16_t find_region(string_view) noexcept
    string_view region_code(uint16_t) noexcept
    string_view evidence_name(Evidence) noexcept
    string_view evidence_sentence(Evidence) noexcept
    const char* add_token_pattern "ablmatch::register_token_pattern"(string_view, cbool) except +

    struct TokenShapes:
        pass

    TokenShapes* token_shapes() noexcept


cdef extern from "arrow_column.hpp" nogil:
    struct ArrowSchema:
        void (*release)(ArrowSchema*) noexcept

    struct ArrowArray:
        void (*release)(ArrowArray*) noexcept

    struct ArrowArrayStream:
        void (*release)(ArrowArrayStream*) noexcept

    cdef cppclass NativeArrowColumn "ablmatch::ArrowColumn":
        string take_stream(ArrowArrayStream*) except +
        string take_array(ArrowSchema*, ArrowArray*) except +
        size_t rows() noexcept

    struct ArrowRows "ablmatch::ArrowRows":
        const NativeArrowColumn* column
        size_t first

    void arrow_values "ablmatch::arrow_values"(const void*, size_t, size_t, ColumnRoom&, Value*) noexcept


cdef extern from "batch_run.hpp" nogil:
    cdef cppclass BatchRun "ablmatch::BatchRun":
        BatchRun(size_t, int) except +
        size_t overlap() noexcept
        void add(const Batch&) noexcept


cdef extern from "<memory>" namespace "std" nogil:
    cdef cppclass shared_ptr[T]:
        shared_ptr()
        T& operator*()


cdef extern from "text_rows.hpp" nogil:
    cdef cppclass TextRows "ablmatch::TextRows":
        size_t rows() noexcept

    struct TextBatch "ablmatch::TextBatch":
        Column column
        const void* pointer
        size_t rows
        Kind kind
        Role role
        Context context

    void export_texts "ablmatch::export_texts"(const shared_ptr[const TextRows]&, ArrowSchema&, ArrowArray&) except +
    void export_text_lists "ablmatch::export_text_lists"(
        const shared_ptr[const TextRows]&, ArrowSchema&, ArrowArray&
    ) except +


cdef extern from "match_keys.hpp" nogil:
    void add_match_keys "ablmatch::add_match_keys"(
        Value, Kind, Role, const Context&, Scratch&, vector[string]&
    ) except +


cdef extern from "index.hpp" nogil:
    struct NativeHit "ablmatch::Hit":
        size_t position
        int16_t score

    struct Search "ablmatch::Index::Search":
        Column said
        const void* said_column
        size_t rows
        size_t limit
        int16_t min_score

    struct IndexFileHeader "ablmatch::IndexFileHeader":
        pass

    cdef cppclass NativeIndex "ablmatch::Index":
        NativeIndex(Kind, Context) except +
        void add(Value) except +
        string open(string_view, string_view) except +
        vector[string_view] pieces(string_view, IndexFileHeader&) except +
        Kind kind() noexcept
        uint16_t region() noexcept
        size_t size() noexcept


cdef extern from "_core_objects.hpp":
    const char* borrow_utf8(object, Py_ssize_t*) noexcept
    cdef cppclass ObjectBlock:
        const Value* values() noexcept
        cbool start(Py_ssize_t) noexcept
        void add(const Value&, object) noexcept
        Py_ssize_t add_plain(object, Py_ssize_t, Py_ssize_t) noexcept
        Py_ssize_t add_plain_at(const char*, Py_ssize_t, Py_ssize_t) noexcept
    cdef cppclass ObjectBlocks:
        ObjectBlock* of_slot
    PyObject* object_at "ObjectBlock::object_at"(const char*) noexcept
    const cbool kLooksIntoObjects "ObjectBlock::kLooksIntoObjects"
    void values_in_block(const void*, size_t, size_t, ColumnRoom&, Value*) noexcept nogil


cdef extern from *:
    """
    #include <chrono>
    #include <new>

    namespace {

    // One Scratch (about 1 MiB, of which short values touch a few pages) per thread, freed when the thread ends.
    // The bare pointer is what calls read: it needs no initialization check, as its owner would.
    thread_local ablmatch::Scratch* thread_scratch = nullptr;

    ablmatch::Scratch* make_thread_scratch() {
      struct Owner {
        ~Owner() {
          delete thread_scratch;
          thread_scratch = nullptr;
        }
      };
      static thread_local Owner owner;
      (void)owner;
      thread_scratch = new (std::nothrow) ablmatch::Scratch;
      return thread_scratch;
    }

    inline ablmatch::Scratch* scratch_of_thread() {
      return thread_scratch != nullptr ? thread_scratch : make_thread_scratch();
    }

    // A run without the GIL that takes it now and then to let Python see signals (Ctrl-C).
    struct SignalPoll {
      PyThreadState* state;
      std::chrono::steady_clock::time_point next;

      static constexpr std::chrono::milliseconds kEvery{50};

      static bool pending(void* argument) {
        auto* poll = static_cast<SignalPoll*>(argument);
        const auto now = std::chrono::steady_clock::now();
        if (now < poll->next) return false;
        poll->next = now + kEvery;
        PyEval_RestoreThread(poll->state);
        const bool raised = PyErr_CheckSignals() != 0;
        poll->state = PyEval_SaveThread();
        return raised;
      }
    };

    // BatchRun::work and Index::search without the GIL. False: a Python exception is set (a signal handler's), or there
    // was no memory.
    template <class Run>
    bool without_gil(Run run) {
      struct Released {
        SignalPoll poll{PyEval_SaveThread(), std::chrono::steady_clock::now() + SignalPoll::kEvery};
        ~Released() { PyEval_RestoreThread(poll.state); }
      } released;
      return run(SignalPoll::pending, &released.poll);
    }

    bool work_without_gil(ablmatch::BatchRun& run, std::size_t unfinished) {
      return without_gil([&](auto stop, void* poll) { return run.work(unfinished, stop, poll); });
    }

    bool build_without_gil(ablmatch::Index& index, int threads) {
      return without_gil([&](auto stop, void* poll) { return index.build(threads, stop, poll); });
    }

    bool search_without_gil(const ablmatch::Index& index, const ablmatch::Index::Search& search, int threads,
                            std::vector<std::vector<ablmatch::Hit>>& hits) {
      return without_gil([&](auto stop, void* poll) { return index.search(search, threads, stop, poll, hits); });
    }

    std::shared_ptr<ablmatch::TextRows> make_shared_rows() { return std::make_shared<ablmatch::TextRows>(); }

    bool normalize_without_gil(const ablmatch::TextBatch& batch, int threads, ablmatch::TextRows& out) {
      return without_gil(
          [&](auto stop, void* poll) { return ablmatch::normalize_rows(batch, threads, stop, poll, out); });
    }

    bool key_without_gil(const ablmatch::TextBatch& batch, int threads, ablmatch::TextRows& out) {
      return without_gil([&](auto stop, void* poll) { return ablmatch::key_rows(batch, threads, stop, poll, out); });
    }

    }  // namespace
    """
    const char* ABLMATCH_VERSION
    Scratch* scratch_of_thread() noexcept
    cbool work_without_gil(BatchRun&, size_t) noexcept
    cbool build_without_gil(NativeIndex&, int) except +
    cbool search_without_gil(const NativeIndex&, const Search&, int, vector[vector[NativeHit]]&) except +
    cbool normalize_without_gil(const TextBatch&, int, TextRows&) noexcept
    cbool key_without_gil(const TextBatch&, int, TextRows&) noexcept
    shared_ptr[TextRows] make_shared_rows() except +
