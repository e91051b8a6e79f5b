# Part of _core.pyx: evaluates the trees of expressions that runtime/evaluator_native.py writes as tuples. What values
# mean is decided there: here are the usual types of values; everything else goes to the functions that it passes in.

from cpython.dict cimport PyDict_GetItemWithError
from cpython.object cimport Py_EQ, Py_GE, Py_GT, Py_LE, Py_LT, Py_NE, PyObject_RichCompareBool

cdef frozenset _false_texts = frozenset(("", "false"))
cdef dict _order_codes = {"<": Py_LT, "<=": Py_LE, "==": Py_EQ, "!=": Py_NE, ">": Py_GT, ">=": Py_GE}


cdef int truthy(object value) except -1:
    """As language/values.truthy."""
    if value is True:
        return 1
    if value is False or value is None:
        return 0
    if isinstance(value, str):
        return value not in _false_texts
    return bool(value) and value == value  # NaN differs from itself


cdef class _Node:
    """A form.  `truth` is the truth of `value`, made without an object where the form knows how."""

    cdef object value(self, dict names, object scope):
        raise NotImplementedError

    cdef int truth(self, dict names, object scope) except -1:
        return truthy(self.value(names, scope))


cdef class _Condition(_Node):
    """A form whose value is its truth."""

    cdef object value(self, dict names, object scope):
        return True if self.truth(names, scope) else False


@cython.final
cdef class _Literal(_Node):
    cdef object constant

    def __cinit__(self, constant):
        self.constant = constant

    cdef object value(self, dict names, object scope):
        return self.constant


@cython.final
cdef class _Scope(_Node):
    """What functions take that ask for more than values."""

    cdef object value(self, dict names, object scope):
        return scope


@cython.final
cdef class _Moment(_Node):
    cdef object value(self, dict names, object scope):
        return scope.moment


@cython.final
cdef class _Name(_Node):
    """A path of one name."""

    cdef str name
    cdef tuple path

    def __cinit__(self, str name not None):
        import sys

        self.name = sys.intern(name)
        self.path = (self.name,)

    cdef object value(self, dict names, object scope):
        cdef PyObject* found = PyDict_GetItemWithError(names, self.name)
        if found != NULL:
            return <object>found
        return scope.elsewhere(self.path)


@cython.final
cdef class _Chain(_Condition):
    """AND (`ends` is 0) or OR (1) of two or more: the first operand of that truth ends it."""

    cdef tuple operands
    cdef int ends

    def __cinit__(self, int ends, tuple specs not None):
        self.ends = ends
        self.operands = tuple([node_of(spec) for spec in specs])

    cdef int truth(self, dict names, object scope) except -1:
        cdef Py_ssize_t k
        for k in range(len(self.operands)):
            if (<_Node>self.operands[k]).truth(names, scope) == self.ends:
                return self.ends
        return 1 - self.ends


@cython.final
cdef class _Not(_Condition):
    cdef _Node operand

    def __cinit__(self, tuple operand):
        self.operand = node_of(operand)

    cdef int truth(self, dict names, object scope) except -1:
        return 1 - self.operand.truth(names, scope)


@cython.final
cdef class _Is(_Condition):
    """Whether a value is None, True or False."""

    cdef _Node operand
    cdef object constant

    def __cinit__(self, tuple operand, constant):
        self.operand = node_of(operand)
        self.constant = constant

    cdef int truth(self, dict names, object scope) except -1:
        return self.operand.value(names, scope) is self.constant


@cython.final
cdef class _Compared(_Node):
    """`== != < > <= >=`.  `otherwise` compares what is neither two texts (`==` and `!=`) nor two whole numbers."""

    cdef _Node left
    cdef _Node right
    cdef int order
    cdef object otherwise

    def __cinit__(self, str sign not None, tuple left, tuple right, otherwise):
        self.order = _order_codes[sign]
        self.left = node_of(left)
        self.right = node_of(right)
        self.otherwise = otherwise

    cdef object value(self, dict names, object scope):
        left = self.left.value(names, scope)
        right = self.right.value(names, scope)
        cdef int found = self.plain(left, right)
        if found >= 0:
            return True if found else False
        return self.asked(left, right)

    cdef int truth(self, dict names, object scope) except -1:
        left = self.left.value(names, scope)
        right = self.right.value(names, scope)
        cdef int found = self.plain(left, right)
        if found >= 0:
            return found
        return truthy(self.asked(left, right))

    cdef int plain(self, object left, object right) except -2:
        """-1 for values of other types."""
        if type(left) is str and type(right) is str:
            if self.order == Py_EQ or self.order == Py_NE:
                if <str>left == <str>right:
                    return self.order == Py_EQ
                return self.order == Py_NE
        elif type(left) is int and type(right) is int:
            return PyObject_RichCompareBool(left, right, self.order)
        return -1

    cdef object asked(self, object left, object right):
        found = self.otherwise(left, right)
        return not found if self.order == Py_NE else found


@cython.final
cdef class _NameIs(_Node):
    """`name == "text"` and `!=`, the usual condition: the value is borrowed, as no Python code runs meanwhile."""

    cdef _Name name
    cdef str text
    cdef bint negated
    cdef object otherwise

    def __cinit__(self, str sign not None, tuple name, str text not None, otherwise):
        self.name = node_of(name)
        self.text = text
        self.negated = _order_codes[sign] == Py_NE
        self.otherwise = otherwise

    cdef object value(self, dict names, object scope):
        cdef int found = self.plain(names)
        if found >= 0:
            return True if found else False
        return self.asked(names, scope)

    cdef int truth(self, dict names, object scope) except -1:
        cdef int found = self.plain(names)
        if found >= 0:
            return found
        return truthy(self.asked(names, scope))

    cdef int plain(self, dict names) except -2:
        """-1 for a value that is no plain text."""
        cdef PyObject* found = PyDict_GetItemWithError(names, self.name.name)
        if found == <PyObject*>self.text:
            return not self.negated
        if found == NULL or type(<object>found) is not str:
            return -1
        if <str>found == self.text:
            return not self.negated
        return self.negated

    cdef object asked(self, dict names, object scope):
        found = self.otherwise(self.name.value(names, scope), self.text)
        return not found if self.negated else found


@cython.final
cdef class _Match(_Node):
    """The matcher with a kind that is written out: its score, its result, or whether that is a match.

    `operand` makes other values than texts and None ready for it.
    """

    cdef _Node said
    cdef _Node stored
    cdef Kind kind
    cdef str wanted
    cdef object operand

    def __cinit__(self, str wanted not None, str kind not None, tuple said, tuple stored, operand):
        self.wanted = wanted
        self.kind = <Kind>kind_code(kind)
        self.said = node_of(said)
        self.stored = node_of(stored)
        self.operand = operand

    cdef int scored(self, dict names, object scope, Scored* out) except -1:
        cdef char said_figures[24]
        cdef char stored_figures[24]
        cdef Value said_value
        cdef Value stored_value
        cdef Context context
        said = self.said.value(names, scope)
        stored = self.stored.value(names, scope)
        if type(said) is not str or type(stored) is not str:
            said = self.operand(said)
            stored = self.operand(stored)
        context.region = _default_region
        _said_owner = read_value(said, &said_value, said_figures)
        _stored_owner = read_value(stored, &stored_value, stored_figures)
        out[0] = score_values(said_value, stored_value, self.kind, context, dereference(scratch()))
        return 0

    cdef object value(self, dict names, object scope):
        cdef Scored scored
        self.scored(names, scope, &scored)
        if self.wanted == "MATCH_SCORE":
            return scored.score
        if self.wanted == "MATCHES":
            return <int>result_of_score(scored.score, scored.kind) == 0
        return _results[<int>result_of_score(scored.score, scored.kind)]

    cdef int truth(self, dict names, object scope) except -1:
        cdef Scored scored
        self.scored(names, scope, &scored)
        if self.wanted == "MATCH_SCORE":
            return scored.score != 0
        if self.wanted == "MATCHES":
            return <int>result_of_score(scored.score, scored.kind) == 0
        return 1


@cython.final
cdef class _Score(_Condition):
    """A score against a whole number: `sign` with the score on its left."""

    cdef _Match match
    cdef int order
    cdef int bound

    def __cinit__(self, str sign not None, tuple match, int bound):
        self.order = _order_codes[sign]
        self.match = node_of(match)
        self.bound = bound

    cdef int truth(self, dict names, object scope) except -1:
        cdef Scored scored
        self.match.scored(names, scope, &scored)
        if self.order == Py_GE:
            return scored.score >= self.bound
        if self.order == Py_LT:
            return scored.score < self.bound
        if self.order == Py_GT:
            return scored.score > self.bound
        if self.order == Py_LE:
            return scored.score <= self.bound
        return (scored.score == self.bound) == (self.order == Py_EQ)


@cython.final
cdef class _Call(_Node):
    """A Python function of the values of its operands."""

    cdef object function
    cdef tuple operands

    def __cinit__(self, function, tuple specs not None):
        self.function = function
        self.operands = tuple([node_of(spec) for spec in specs])

    cdef object operand(self, Py_ssize_t at, dict names, object scope):
        return (<_Node>self.operands[at]).value(names, scope)

    cdef object value(self, dict names, object scope):
        cdef Py_ssize_t count = len(self.operands)
        cdef Py_ssize_t k
        if count == 1:
            return self.function(self.operand(0, names, scope))
        if count == 2:
            return self.function(self.operand(0, names, scope), self.operand(1, names, scope))
        if count == 3:
            return self.function(
                self.operand(0, names, scope), self.operand(1, names, scope), self.operand(2, names, scope)
            )
        return self.function(*[self.operand(k, names, scope) for k in range(count)])


@cython.final
cdef class _Choice(_Node):
    cdef _Node test
    cdef _Node yes
    cdef _Node no

    def __cinit__(self, tuple test, tuple yes, tuple no):
        self.test = node_of(test)
        self.yes = node_of(yes)
        self.no = node_of(no)

    cdef object value(self, dict names, object scope):
        return (self.yes if self.test.truth(names, scope) else self.no).value(names, scope)

    cdef int truth(self, dict names, object scope) except -1:
        return (self.yes if self.test.truth(names, scope) else self.no).truth(names, scope)


cdef dict _forms = {
    "call": _Call,
    "chain": _Chain,
    "choice": _Choice,
    "compared": _Compared,
    "is": _Is,
    "literal": _Literal,
    "match": _Match,
    "moment": _Moment,
    "name": _Name,
    "name_is": _NameIs,
    "not": _Not,
    "scope": _Scope,
    "score": _Score,
}


cdef _Node node_of(tuple spec):
    """The node of a tuple: the word of its form and what that form takes."""
    return _forms[spec[0]](*spec[1:])


@cython.final
cdef class Program:
    """An expression that is ready to be evaluated.

    `spec` is the tree in tuples; `generated` makes the Python function of the same tree, for scopes whose names are no
    plain dict.  `evaluate` takes a scope: an object with `names`, `elsewhere` and `moment`.
    """

    cdef _Node root
    cdef object generated
    cdef object function

    def __cinit__(self, tuple spec not None, generated not None):
        self.root = node_of(spec)
        self.generated = generated

    # A plain method of C: an object with __call__ would take its argument in a new tuple each time.
    @cython.binding(False)
    def evaluate(self, scope, /):
        names = scope.names
        if type(names) is dict:
            return self.root.value(<dict>names, scope)
        if self.function is None:
            self.function = self.generated()
        return self.function(scope)
