# Part of _core.pyx: columns of texts that are made here, given away as Arrow data.

# Rows of Arrow data that are read at a time: a run ends between them when a signal wants it to.
cdef Py_ssize_t _text_rows = 1 << 20


@cython.final
cdef class TextColumn:
    """Texts and nulls, one a row, or lists of texts, which any consumer of Arrow data takes (`__arrow_c_array__`)."""

    cdef shared_ptr[TextRows] texts
    cdef bint lists

    def __cinit__(self, *, lists=False):
        self.texts = make_shared_rows()
        self.lists = lists

    def __len__(self):
        return dereference(self.texts).rows()

    def __arrow_c_array__(self, requested_schema=None):
        """Capsules of an array of large strings, or of large lists of them, whatever `requested_schema` says."""
        cdef ArrowSchema* schema = NULL
        cdef ArrowArray* array = NULL
        schema_capsule = new_schema(&schema)
        array_capsule = new_array(&array)
        if self.lists:
            export_text_lists(<shared_ptr[const TextRows]>self.texts, dereference(schema), dereference(array))
        else:
            export_texts(<shared_ptr[const TextRows]>self.texts, dereference(schema), dereference(array))
        return schema_capsule, array_capsule


cdef object new_schema(ArrowSchema** schema):
    schema[0] = <ArrowSchema*>calloc(1, sizeof(ArrowSchema))
    if schema[0] == NULL:
        raise MemoryError()
    return PyCapsule_New(schema[0], "arrow_schema", release_schema)


cdef object new_array(ArrowArray** array):
    array[0] = <ArrowArray*>calloc(1, sizeof(ArrowArray))
    if array[0] == NULL:
        raise MemoryError()
    return PyCapsule_New(array[0], "arrow_array", release_array)


cdef void release_schema(object capsule) noexcept:
    """What no consumer took is released with its capsule."""
    cdef ArrowSchema* schema = <ArrowSchema*>PyCapsule_GetPointer(capsule, "arrow_schema")
    if schema.release != NULL:
        schema.release(schema)
    free(schema)


cdef void release_array(object capsule) noexcept:
    cdef ArrowArray* array = <ArrowArray*>PyCapsule_GetPointer(capsule, "arrow_array")
    if array.release != NULL:
        array.release(array)
    free(array)


def normalize_rows(Rows values not None, kind, role, region, int threads):
    """A TextColumn of the canonical text of each row, null where `normalize` gives None.

    The interpreter's lock is let go of meanwhile; a signal handler's exception ends the run.
    """
    return made_texts(TextColumn(), values, kind, role, region, threads)


def key_rows(Rows values not None, kind, role, region, int threads):
    """A TextColumn of lists: what `match_keys` gives for each row; the rest as normalize_rows."""
    return made_texts(TextColumn(lists=True), values, kind, role, region, threads)


cdef TextColumn made_texts(TextColumn made, Rows values, kind, role, region, int threads):
    cdef TextBatch batch
    cdef Py_ssize_t begin = 0
    cdef Py_ssize_t step = _block_rows if isinstance(values, ObjectRows) else _text_rows
    cdef Py_ssize_t end
    cdef cbool whole
    batch.kind = <Kind>kind_code(kind)
    batch.context.region = region_id(region)
    batch.role = role_of(role)
    while begin < values.count:
        end = min(begin + step, values.count)
        values.read(begin, end)
        batch.column = values.function
        batch.pointer = values.pointer
        batch.rows = end - begin
        if made.lists:
            whole = key_without_gil(batch, threads, dereference(made.texts))
        else:
            whole = normalize_without_gil(batch, threads, dereference(made.texts))
        if not whole:
            raise_pending()
            raise MemoryError()
        PyErr_CheckSignals()
        begin = end
    return made


def match_keys(value, kind, *, role="stored", region="US"):
    """Blocking keys of one value: texts of which two values that match nearly always share one, and others rarely.

    For joins of tables that are too large to compare every pair: join on a shared key, then judge the pairs.  Keys are
    sorted and begin with a letter for their kind; a missing value has none.  `role` says which side the value is on:
    what was said has the keys of every reading.  Keys are made of the value, so protect them like it, and compare only
    keys of one version of ablmatch.

    Raises ValueError for an unknown kind, region or role.

    >>> match_keys("twenty three forty five", "digits", role="said")
    ('d:203405', 'd:20345', 'd:23405', 'd:2345')
    """
    cdef char figures[24]
    cdef Value native
    cdef Context context
    cdef vector[string] keys
    cdef size_t k
    cdef int code = kind_code(kind)
    cdef Role side = role_of(role)
    context.region = region_id(region)
    _owner = read_value(value, &native, figures)
    add_match_keys(native, <Kind>code, side, context, dereference(scratch()), keys)
    return tuple([text_of_string(keys[k]) for k in range(keys.size())])
