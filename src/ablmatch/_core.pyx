# cython: language_level=3, binding=True, auto_pickle=False, boundscheck=False, wraparound=False
# The binding of csrc: converts arguments, calls, and turns failures into exceptions. It decides nothing.
#
# Not marked freethreading_compatible: that claim wants a test on a free-threaded interpreter behind it.
"""Private: the native module. Its public names are those of `ablmatch`."""

cimport cython
from cpython.bool cimport PyBool_Check
from cpython.buffer cimport (
    PyBUF_C_CONTIGUOUS,
    PyBUF_FORMAT,
    PyBUF_STRIDES,
    PyBUF_WRITABLE,
    PyBuffer_Release,
    PyObject_GetBuffer,
)
from cpython.exc cimport PyErr_CheckSignals, PyErr_Clear, PyErr_ExceptionMatches, PyErr_Occurred
from cpython.long cimport PyLong_Check
from cpython.memoryview cimport PyMemoryView_FromMemory
from cpython.object cimport PyObject
from cpython.pycapsule cimport PyCapsule_GetPointer, PyCapsule_New
from cpython.unicode cimport PyUnicode_Check, PyUnicode_DecodeUTF8
from cython.operator cimport dereference
from libc.stdlib cimport calloc, free
from libc.string cimport strlen

__all__ = []

cdef extern from "Python.h":
    const int PyBUF_READ
    long long PyLong_AsLongLongAndOverflow(object, int*) except? -1
    object PyNumber_ToBase(object, int)


# --- names of the core --------------------------------------------------------------------------------------------

cdef object text_of_view(string_view view):
    return PyUnicode_DecodeUTF8(view.data(), view.size(), b"strict")


cdef string_view view_of_str(str text) except *:
    cdef Py_ssize_t size = 0
    cdef const char* data = borrow_utf8(text, &size)
    if data == NULL:
        PyErr_Clear()
        raise ValueError("text without UTF-8")
    return string_view(data, size)


cdef dict _kind_codes = {}
# The kinds' names as interned objects: a literal in the caller's code is one of them, and then no hashing is needed.
cdef PyObject* _kind_objects[16]
cdef int _kind_of_object[16]
cdef int _kind_objects_used = 0


cdef int add_kind_name(str name, int code) except -1:
    global _kind_objects_used
    import sys

    name = sys.intern(name)
    _kind_codes[name] = code  # keeps the name alive for as long as the module
    _kind_objects[_kind_objects_used] = <PyObject*>name
    _kind_of_object[_kind_objects_used] = code
    _kind_objects_used += 1
    return 0


cdef tuple load_kinds():
    cdef int code
    names = []
    for code in range(<int>Kind.count_):
        names.append(text_of_view(kind_name(<Kind>code)))
        add_kind_name(names[code], code)
    return tuple(names)


cdef dict load_aliases():
    cdef Kind kind = Kind.email
    aliases = {}
    for name in (b"name",):
        if not find_kind(string_view(name, len(name)), kind):
            raise ImportError(f"the core does not know the kind {name!r}")
        aliases[name.decode()] = KINDS[<int>kind]
        add_kind_name(name.decode(), <int>kind)
    return aliases


KINDS = load_kinds()
KIND_ALIASES = load_aliases()
RESULTS = ("match", "retry", "mismatch", "missing")
UNICODE_VERSION = kUnicodeVersion.decode()
__version__ = ABLMATCH_VERSION.decode()

if cpu_request_refused():
    raise ImportError(
        "the environment variable ABLMATCH_CPU asks for an unknown CPU level or one that this machine lacks: "
        f"unset it (this machine: {text_of_view(kCpuLevelNames[<int>cpu_level()])}); "
        "levels: plain, sse4.2, avx2, avx512, neon"
    )
CPU_LEVEL = text_of_view(kCpuLevelNames[<int>cpu_level()])

cdef tuple _results = RESULTS
cdef uint16_t _default_region = find_region(string_view(b"US", 2))


cdef int kind_code(object kind) except -1:
    cdef int k
    for k in range(_kind_objects_used):
        if <PyObject*>kind == _kind_objects[k]:
            return _kind_of_object[k]
    if not isinstance(kind, str):
        raise TypeError(f"kind must be a str, not {type(kind).__name__}")
    code = _kind_codes.get(kind)
    if code is None:
        raise ValueError(unknown_kind(kind))
    return code


cdef str unknown_kind(str kind):
    from difflib import get_close_matches

    near = get_close_matches(kind.lower(), list(_kind_codes), n=1)
    hint = f"did you mean `{near[0]}`? " if near else ""
    return f"unknown kind `{kind}`: {hint}kinds: {', '.join(_kind_codes)}"


cdef int region_id(object region) except -1:
    cdef Py_ssize_t size = 0
    cdef const char* data
    cdef uint16_t found
    if region is "US":
        return _default_region
    if not isinstance(region, str):
        raise TypeError(f"region must be a str, not {type(region).__name__}")
    data = borrow_utf8(region, &size)
    if data != NULL:
        found = find_region(string_view(data, size))
        if found != kNoRegion:
            return found
    PyErr_Clear()
    raise ValueError(f"unknown region `{region}`: use an ISO 3166 code of two letters, such as `US`")


cdef Role role_of(object role) except *:
    if role == "stored":
        return Role.stored
    if role == "said":
        return Role.said
    raise ValueError(f"unknown role `{role}`: use `said` or `stored`")


# --- values ---------------------------------------------------------------------------------------------------------

# Not valid UTF-8, and longer than any value that is judged: how values without UTF-8, and integers of more figures
# than the interpreter writes, look to the core.
cdef const char* _invalid_text = b"\xff"
cdef bytes _too_long_text = b"9" * (kMaxCodePoints + 1)


cdef object read_value(object value, Value* out, char* figures):
    """Points `out` at the text of a value; the text lives as long as the object given back and `figures` (24 bytes)."""
    cdef Py_ssize_t size = 0
    if PyUnicode_Check(value):
        out.data = borrow_utf8(value, &size)
        out.size = size
        out.null = False
        if out.data == NULL:
            no_utf8(out)
        return value
    out.data = ""
    out.size = 0
    out.null = True
    if value is None or type(value) is float:
        return None
    return read_integer(value, out, figures)


cdef int no_utf8(Value* out) except -1:
    """A lone surrogate makes a value invalid text; any other failure (memory) is the caller's."""
    if not PyErr_ExceptionMatches(UnicodeEncodeError):
        return -1
    PyErr_Clear()
    out.data = _invalid_text
    out.size = 1
    return 0


cdef object read_integer(object value, Value* out, char* figures):
    """Integers become plain decimal text; everything else that comes here is not text, which leaves `out` null."""
    cdef int overflow = 0
    cdef long long number
    cdef unsigned long long rest
    cdef char* end = figures + 24
    cdef char* at = end
    cdef Py_ssize_t size = 0
    if PyBool_Check(value):
        return None
    if not PyLong_Check(value):
        value = as_integer(value)
        if value is None:
            return None
    out.null = False
    number = PyLong_AsLongLongAndOverflow(value, &overflow)
    if overflow:
        try:
            text = PyNumber_ToBase(value, 10)
        except ValueError:  # more figures than sys.get_int_max_str_digits() allows, which is always too long
            text = _too_long_text.decode()
        out.data = borrow_utf8(text, &size)
        out.size = size
        return text
    rest = <unsigned long long>number if number >= 0 else 0 - <unsigned long long>number
    while True:
        at -= 1
        at[0] = <char>(48 + rest % 10)
        rest //= 10
        if rest == 0:
            break
    if number < 0:
        at -= 1
        at[0] = c"-"
    out.data = at
    out.size = end - at
    return value


cdef object as_integer(object value):
    """The int of an integer of another library (numpy.int64), or None: asked by registration, never by conversion."""
    from numbers import Integral

    if isinstance(value, Integral) and not isinstance(value, bool):
        return int(value)
    return None


cdef Scratch* scratch() except NULL:
    cdef Scratch* found = scratch_of_thread()
    if found == NULL:
        raise MemoryError()
    return found


# --- one pair -------------------------------------------------------------------------------------------------------

cdef int score_objects(object said, object stored, object kind, object region, Scored* scored) except -1:
    cdef char said_figures[24]
    cdef char stored_figures[24]
    cdef Value said_value
    cdef Value stored_value
    cdef Context context
    cdef int code = kind_code(kind)
    context.region = region_id(region)
    _said_owner = read_value(said, &said_value, said_figures)
    _stored_owner = read_value(stored, &stored_value, stored_figures)
    scored[0] = score_values(said_value, stored_value, <Kind>code, context, dereference(scratch()))
    return 0


def match_score(said, stored, kind="text", *, region="US"):
    """How well what was said agrees with what is stored: an int, 0 to 100, or -1 when there is nothing to judge.

    `said` is read with every allowance: spoken digits, spelled letters, lead-ins, corrections.  `stored` is only
    normalized.  The two are not alike: do not swap them.  Nothing to judge: a value that is None or no text (an int is
    read as its decimal figures; bool, float and bytes are no text), blank, longer than 1,024 characters, a vault token
    or not valid Unicode, or a stored value in which the kind finds nothing.

    `kind` is one of KINDS; `region` the ISO 3166 code whose numbering plan reads national phone numbers.
    Raises ValueError for an unknown kind or region, and never for a value.

    >>> match_score("five five five oh one four two", "555-0142", "phone")
    100
    >>> match_score(None, "555-0142", "phone")
    -1
    """
    cdef Scored scored
    score_objects(said, stored, kind, region, &scored)
    return scored.score


def matches(said, stored, kind="text", *, region="US"):
    """True when match_result is "match", else False; arguments and errors as match_score.

    >>> matches("jon smyth", "John Smith", "person_name")
    True
    """
    cdef Scored scored
    score_objects(said, stored, kind, region, &scored)
    return <int>result_of_score(scored.score, scored.kind) == 0


def match_result(said, stored, kind="text", *, region="US"):
    """The score's band as a word of RESULTS; arguments and errors as match_score.

    "match": the same; "retry": close enough to ask again; "mismatch": another; "missing": nothing to judge.

    >>> match_result("555 0143", "555-0142", "phone")
    'retry'
    """
    cdef Scored scored
    score_objects(said, stored, kind, region, &scored)
    return _results[<int>result_of_score(scored.score, scored.kind)]


def normalize(value, kind, *, role="stored", region="US"):
    """The canonical text of one value, as str, or None when nothing is left or the value is missing.

    Role "stored" reads a value as it is kept, role "said" as it was spoken, with every allowance.  Canonical texts are
    for reading and for joins on equality; equal ones match.

    Raises ValueError for an unknown kind, region or role.

    >>> normalize("(415) 555-0142", "phone")
    '+14155550142'
    """
    cdef char figures[24]
    cdef char out[kFoldCapacity]
    cdef Value native
    cdef Context context
    cdef size_t size
    cdef int code = kind_code(kind)
    cdef Role side = role_of(role)
    context.region = region_id(region)
    _owner = read_value(value, &native, figures)
    size = normalize_value(native, <Kind>code, side, context, dereference(scratch()), out, sizeof(out))
    if size == kNothing:
        return None
    return PyUnicode_DecodeUTF8(out, size, b"strict")


def explain(said, stored, kind, region):
    """(score, result, kind, evidence names, parts, reading) of one pair, for match.explanation.

    A part is (name, said, stored, how); the reading is None when nothing was read otherwise than written.
    """
    cdef char said_figures[24]
    cdef char stored_figures[24]
    cdef Value said_value
    cdef Value stored_value
    cdef Context context
    cdef PartSink sink
    cdef Judgement judgement
    cdef Part* part
    cdef int k
    cdef int code = kind_code(kind)
    context.region = region_id(region)
    _said_owner = read_value(said, &said_value, said_figures)
    _stored_owner = read_value(stored, &stored_value, stored_figures)
    judgement = judge_with_parts(said_value, stored_value, <Kind>code, context, dereference(scratch()), &sink)
    # The core sees only that there is no text; whether there is something else instead is known here.
    if (said_value.null and said is not None) or (stored_value.null and stored is not None):
        judgement.evidence.add(Evidence.not_text)
    evidence = [
        text_of_view(evidence_name(<Evidence>k)) for k in range(kEvidenceCount) if judgement.evidence.has(<Evidence>k)
    ]
    parts = []
    for k in range(<int>sink.parts.size()):
        part = &sink.parts[k]
        parts.append(
            (text_of_view(part.name), text_of_string(part.said), text_of_string(part.stored), text_of_view(part.how))
        )
    return (
        judgement.score,
        _results[<int>result_of(judgement)],
        KINDS[<int>judgement.kind],
        tuple(evidence),
        tuple(parts),
        text_of_string(sink.reading) or None,
    )


cdef object text_of_string(const string& text):
    # A part is cut out of valid text by byte positions: were one wrong, an explanation should still be readable.
    return PyUnicode_DecodeUTF8(text.data(), text.size(), b"replace")


def evidence_sentences():
    """Every evidence name with the sentence that explains it, in the order in which evidence is listed."""
    cdef int k
    return {
        text_of_view(evidence_name(<Evidence>k)): text_of_view(evidence_sentence(<Evidence>k))
        for k in range(kEvidenceCount)
    }


def register_token_pattern(pattern, *, anywhere=False):
    """Makes one more shape of vault tokens known to the whole process: values of that shape are missing (score -1).

    In `pattern`, `*` stands for one or more characters other than white space, `#` for one digit, everything else for
    itself, whatever its letter case.  With `anywhere`, a value that merely holds the shape counts too.  A shape cannot
    be taken back.  Raises ValueError for a pattern that would take in ordinary values.
    """
    cdef Py_ssize_t size = 0
    cdef const char* data
    cdef const char* error
    if not isinstance(pattern, str):
        raise TypeError(f"pattern must be a str, not {type(pattern).__name__}")
    data = borrow_utf8(pattern, &size)
    if data == NULL:
        PyErr_Clear()
        raise ValueError("pattern is not valid Unicode")
    error = add_token_pattern(string_view(data, size), <cbool>bool(anywhere))
    if error != NULL:
        raise ValueError(error.decode())


cdef extern from "distance.hpp" nogil:
    const int kMaxCutoff "ablmatch::kMaxCutoff"
    int native_osa_utf8 "ablmatch::osa_distance_utf8"(string_view, string_view, int) noexcept


def osa_distance(str one not None, str other not None, int cutoff):
    """Edits between two texts, in code points, swaps of neighbours as one; cutoff + 1 for more than that, or than 512.
    """
    cdef int counted = min(cutoff, kMaxCutoff)
    cdef int distance = native_osa_utf8(view_of_str(one), view_of_str(other), counted)
    return distance if distance <= counted else cutoff + 1


def token_shapes_address():
    """Where the registered shapes are kept: for a library of this package that has the core once more."""
    return <size_t>token_shapes()


include "_core_columns.pxi"
include "_core_texts.pxi"
include "_core_index.pxi"
include "_core_evaluator.pxi"
include "_core_scorers.pxi"
include "_core_probe.pxi"
