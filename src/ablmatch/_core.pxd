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

    ctypedef Value (*Column)(const void*, size_t, ColumnRoom&) noexcept

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
    string_view evidence_name(Evidence) noexcept
    string_view evidence_sentence(Evidence) noexcept
    const char* add_token_pattern "ablmatch::register_token_pattern"(string_view, cbool) except +


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

    Value arrow_value "ablmatch::arrow_value"(const void*, size_t, ColumnRoom&) noexcept


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

    cdef cppclass NativeIndex "ablmatch::Index":
        NativeIndex(Kind, Context) except +
        void add(Value) except +
        size_t size() noexcept


cdef extern from *:
    """
    #include <chrono>
    #include <cstdlib>
    #include <cstring>
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

    // UTF-8 of a str, borrowed from it; null with an exception set when it has none. Pure ASCII text, the usual
    // case, is its own UTF-8; that its storage may be read directly is no part of the stable ABI.
    inline const char* borrow_utf8(PyObject* text, Py_ssize_t* size) {
    #if !defined(Py_LIMITED_API)
      if (PyUnicode_IS_COMPACT_ASCII(text)) {
        *size = PyUnicode_GET_LENGTH(text);
        return static_cast<const char*>(PyUnicode_DATA(text));
      }
    #endif
      return PyUnicode_AsUTF8AndSize(text, size);
    }

    // Values of a block of rows, read from Python objects. Short texts are copied one behind the other, so that
    // threads read them in order and need no object; objects with longer ones, which are rare, are kept alive.
    class ObjectBlock {
     public:
      ObjectBlock() = default;
      ObjectBlock(const ObjectBlock&) = delete;
      ObjectBlock& operator=(const ObjectBlock&) = delete;
      ~ObjectBlock() {
        clear();
        release();
      }

      const ablmatch::Value* values() const { return values_; }

      // Empties the block and makes room for `rows`; false without memory.
      bool start(Py_ssize_t rows) {
        clear();
        if (rows <= room_) return true;
        release();
        const auto count = static_cast<std::size_t>(rows);
        values_ = static_cast<ablmatch::Value*>(std::malloc(count * sizeof(ablmatch::Value)));
        owners_ = static_cast<PyObject**>(std::malloc(count * sizeof(PyObject*)));
        text_ = static_cast<char*>(std::malloc(count * kCopied));
        if (values_ == nullptr || owners_ == nullptr || text_ == nullptr) return false;
        room_ = rows;
        return true;
      }

      // One value, in the order of rows; its text is borrowed from `owner`.
      void add(const ablmatch::Value& value, PyObject* owner) {
        ablmatch::Value& kept = values_[rows_++];
        kept = value;
        if (value.size <= kCopied) {
          kept.data = text_ + text_used_;
          std::memcpy(text_ + text_used_, value.data, value.size);
          text_used_ += value.size;
        } else {
          Py_INCREF(owner);
          owners_[owner_count_++] = owner;
        }
      }

      // Adds elements of a list or tuple from `begin` on for as long as they are ASCII str or None, which takes no
      // Python code. Gives how many: with the stable ABI, which has no way to look into objects, none.
      Py_ssize_t add_plain(PyObject* sequence, Py_ssize_t begin, Py_ssize_t count) {
    #if defined(Py_LIMITED_API)
        (void)sequence, (void)begin, (void)count;
        return 0;
    #else
        const Py_ssize_t there = PySequence_Fast_GET_SIZE(sequence) - begin;
        PyObject** const items = PySequence_Fast_ITEMS(sequence) + begin;
        if (count > there) count = there;
        for (Py_ssize_t k = 0; k < count; ++k) {
          if (k + kAhead < count) {
            prefetch(items[k + kAhead]);
            prefetch(reinterpret_cast<const char*>(items[k + kAhead]) + 64);
          }
          PyObject* const item = items[k];
          if (item == Py_None) {
            values_[rows_++] = {"", 0, true};
          } else if (PyUnicode_Check(item) && PyUnicode_IS_COMPACT_ASCII(item)) {
            const auto size = static_cast<std::size_t>(PyUnicode_GET_LENGTH(item));
            add({static_cast<const char*>(PyUnicode_DATA(item)), size, false}, item);
          } else {
            return k;
          }
        }
        return count < 0 ? 0 : count;
    #endif
      }

     private:
      static constexpr std::size_t kCopied = 256;
      // How many objects ahead of the one that is read to fetch: objects of a list lie anywhere in memory, and
      // waiting for each costs more than judging it.
      static constexpr Py_ssize_t kAhead = 16;

      static void prefetch(const void* address) {
    #if defined(__GNUC__)
        __builtin_prefetch(address);
    #else
        (void)address;
    #endif
      }

      void clear() {
        const Py_ssize_t count = owner_count_;
        rows_ = owner_count_ = 0;
        text_used_ = 0;
        for (Py_ssize_t k = 0; k < count; ++k) Py_DECREF(owners_[k]);
      }

      void release() {
        std::free(values_);
        std::free(owners_);
        std::free(text_);
        values_ = nullptr;
        owners_ = nullptr;
        text_ = nullptr;
        room_ = 0;
      }

      ablmatch::Value* values_ = nullptr;
      PyObject** owners_ = nullptr;
      char* text_ = nullptr;
      Py_ssize_t room_ = 0;
      Py_ssize_t rows_ = 0;
      Py_ssize_t owner_count_ = 0;
      std::size_t text_used_ = 0;
    };

    // The column of a block of values that were read in advance.
    ablmatch::Value value_in_block(const void* block, std::size_t row, ablmatch::ColumnRoom&) {
      return static_cast<const ablmatch::Value*>(block)[row];
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

    // run_batch and Index::search without the GIL. False: a Python exception is set (a signal handler's), or there
    // was no memory.
    template <class Run>
    bool without_gil(Run run) {
      struct Released {
        SignalPoll poll{PyEval_SaveThread(), std::chrono::steady_clock::now() + SignalPoll::kEvery};
        ~Released() { PyEval_RestoreThread(poll.state); }
      } released;
      return run(SignalPoll::pending, &released.poll);
    }

    bool run_without_gil(const ablmatch::Batch& batch, int threads) {
      return without_gil([&](auto stop, void* poll) { return ablmatch::run_batch(batch, threads, stop, poll); });
    }

    bool search_without_gil(const ablmatch::Index& index, const ablmatch::Index::Search& search, int threads,
                            std::vector<std::vector<ablmatch::Hit>>& hits) {
      return without_gil([&](auto stop, void* poll) { return index.search(search, threads, stop, poll, hits); });
    }

    }  // namespace
    """
    const char* ABLMATCH_VERSION
    Scratch* scratch_of_thread() noexcept
    const char* borrow_utf8(object, Py_ssize_t*) noexcept
    cdef cppclass ObjectBlock:
        const Value* values() noexcept
        cbool start(Py_ssize_t) noexcept
        void add(const Value&, object) noexcept
        Py_ssize_t add_plain(object, Py_ssize_t, Py_ssize_t) noexcept
    Value value_in_block(const void*, size_t, ColumnRoom&) noexcept nogil
    cbool run_without_gil(const Batch&, int) noexcept
    cbool search_without_gil(const NativeIndex&, const Search&, int, vector[vector[NativeHit]]&) except +
