# Part of _core.pyx: single pieces of the core, for the tests that compare them with an oracle. No policy, no promise:
# nothing in the package calls them.

from libc.stdint cimport uint32_t

cdef extern from "distance.hpp" namespace "ablmatch" nogil:
    enum class EditType(uint8_t):
        none
        substitution
        insertion
        deletion
        swap

    struct Edit:
        EditType type
        uint16_t place
        uint32_t said
        uint32_t stored

    int native_osa "ablmatch::osa_distance"(string_view, string_view, int) noexcept
    cbool native_one_edit "ablmatch::within_one_edit"(string_view, string_view, Edit&) noexcept
    double native_jaro_winkler "ablmatch::jaro_winkler"(string_view, string_view) noexcept


cdef extern from *:
    """
    #include <memory>

    #include "guards.hpp"
    #include "spoken.hpp"

    namespace {

    // A phrase as the kinds get it: folded, split, its words looked up.
    struct ProbedPhrase {
      ablmatch::Folded folded;
      ablmatch::Lexemes lexemes;
      ablmatch::Lattice lattice;

      void read(std::string_view raw) {
        ablmatch::fold(raw, folded);
        ablmatch::split(folded, lexemes);
        ablmatch::look_up_spoken(lexemes);
      }

      // Every reading as a digit string: number arcs, and hyphens and commas that only separate.
      void read_numbers(std::string_view raw) {
        read(raw);
        lattice.start();
        for (int at = 0; at < lexemes.count; ++at) {
          lattice.open_node();
          const ablmatch::Lexeme& lexeme = lexemes.at[at];
          ablmatch::add_number_arcs(lattice, lexemes, at);
          if (lexeme.is_symbol('-') || lexeme.is_symbol(',')) lattice.add(at + 1, "");
        }
        lattice.finish();
      }
    };

    std::string probed_fold(std::string_view raw) {
      const auto folded = std::make_unique<ablmatch::Folded>();
      ablmatch::fold(raw, *folded);
      return std::string(folded->view());
    }

    std::string probed_exact(std::string_view raw) {
      std::string out(ablmatch::kFoldCapacity, 0);
      out.resize(ablmatch::fold_exact(raw, out.data(), out.size()));
      return out;
    }

    std::string probed_latin(std::string_view folded) {
      std::string out(4 * folded.size() + 64, 0);
      out.resize(ablmatch::transliterate(folded, out.data(), out.size()));
      return out;
    }

    bool probed_token(std::string_view raw) {
      const auto folded = std::make_unique<ablmatch::Folded>();
      ablmatch::fold(raw, *folded);
      return ablmatch::is_vault_token(folded->view());
    }

    ablmatch::Result probed_result(std::int16_t score, ablmatch::Kind kind) {
      return ablmatch::result_of(score, kind);
    }

    int probed_distance(std::string_view phrase, std::string_view target) {
      const auto probe = std::make_unique<ProbedPhrase>();
      probe->read_numbers(phrase);
      return ablmatch::reading_distance(probe->lattice, target);
    }

    // False when there is no reading.
    bool probed_reading(std::string_view phrase, std::string& out) {
      const auto probe = std::make_unique<ProbedPhrase>();
      probe->read_numbers(phrase);
      out.assign(ablmatch::kLatticePool, 0);
      const std::size_t size = ablmatch::first_reading(probe->lattice, out.data(), out.size());
      if (size == SIZE_MAX) return false;
      out.resize(size);
      return true;
    }

    }  // namespace
    """
    string probed_fold(string_view) except +
    string probed_exact(string_view) except +
    string probed_latin(string_view) except +
    cbool probed_token(string_view) except +
    Result probed_result(int16_t, Kind) noexcept
    int probed_distance(string_view, string_view) except +
    cbool probed_reading(string_view, string&) except +


cdef extern from "floor.hpp" namespace "ablmatch" nogil:
    struct FloorPairs:
        Column said
        const void* said_column
        Column stored
        const void* stored_column
        size_t rows

    void floor_distances(CpuLevel, const FloorPairs&, uint16_t*) noexcept


cdef string_view view_of_bytes(bytes text) except *:
    return string_view(text, len(text))


def probe_osa_distance(bytes said not None, bytes stored not None, int cutoff):
    """For tests: osa_distance of csrc/distance.hpp, the distance or cutoff + 1."""
    return native_osa(view_of_bytes(said), view_of_bytes(stored), cutoff)


def probe_within_one_edit(str said not None, str stored not None):
    """For tests: (type, place, character said, character stored) of within_one_edit of csrc/distance.hpp, or None."""
    cdef Edit edit
    if not native_one_edit(view_of_str(said), view_of_str(stored), edit):
        return None
    name = ("none", "substitution", "insertion", "deletion", "swap")[<int>edit.type]
    return name, edit.place, edit.said, edit.stored


def probe_jaro_winkler(str said not None, str stored not None):
    """For tests: jaro_winkler of csrc/distance.hpp."""
    return native_jaro_winkler(view_of_str(said), view_of_str(stored))


def probe_fold(str value not None):
    """For tests: the folded text (csrc/fold.hpp) of a value of at most 1,024 code points."""
    return text_of_string(probed_fold(limited_view(value)))


def probe_fold_exact(str value not None):
    """For tests: fold_exact of csrc/fold.hpp, of a value of at most 1,024 code points."""
    return text_of_string(probed_exact(limited_view(value)))


def probe_transliterate(str folded not None):
    """For tests: transliterate of csrc/fold.hpp, of folded text."""
    return text_of_string(probed_latin(view_of_str(folded)))


def probe_is_vault_token(str value not None):
    """For tests: is_vault_token of csrc/guards.hpp, of a value of at most 1,024 code points."""
    return bool(probed_token(limited_view(value)))


def probe_floor(Rows said not None, Rows stored not None):
    """For the bench: the OSA distances (uint16) of two columns, lower-cased and stripped (csrc/floor.hpp)."""
    cdef FloorPairs pairs
    cdef Py_ssize_t begin = 0
    cdef Py_ssize_t end
    cdef Py_ssize_t step = said.count
    if said.count != stored.count:
        raise ValueError(f"said has {said.count} rows, stored has {stored.count}")
    distances = memoryview(bytearray(2 * said.count)).cast("H")
    cdef Buffer buffer = Buffer(distances, said.count, sizeof(uint16_t))
    cdef uint16_t* out
    if isinstance(said, ObjectRows) or isinstance(stored, ObjectRows):
        step = _block_rows
    while begin < said.count:
        end = min(begin + step, said.count)
        said.read(begin, end)
        stored.read(begin, end)
        pairs.said = said.function
        pairs.said_column = said.pointer
        pairs.stored = stored.function
        pairs.stored_column = stored.pointer
        pairs.rows = end - begin
        out = <uint16_t*>buffer.at(begin)
        with nogil:
            floor_distances(cpu_level(), pairs, out)
        begin = end
    return distances


def probe_result(int score, str kind not None):
    """For tests: the result that a score means for a kind."""
    return RESULTS[<int>probed_result(score, <Kind>kind_code(kind))]


def probe_reading_distance(str phrase not None, str target not None):
    """For tests: 0, 1 or 2 (= more), the slips between `target` and the nearest reading of `phrase` as digits."""
    return probed_distance(limited_view(phrase), view_of_str(target))


def probe_first_reading(str phrase not None):
    """For tests: the preferred reading of `phrase` as digits, or None."""
    cdef string out
    return text_of_string(out) if probed_reading(limited_view(phrase), out) else None


cdef string_view limited_view(str value) except *:
    # The core's buffers hold what the guards let through, and no more.
    if len(value) > kMaxCodePoints:
        raise ValueError(f"more than {kMaxCodePoints} characters")
    return view_of_str(value)
