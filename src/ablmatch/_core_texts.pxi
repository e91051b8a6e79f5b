# Part of _core.pyx: columns of texts that are made here, given away as Arrow data.

# Rows of Arrow data that are read at a time: a run ends between them when a signal wants it to.
cdef Py_ssize_t _text_rows = 1 << 20


@cython.final
cdef class TextColumn:
    """Texts and nulls, one a row, which any consumer of Arrow data takes (`__arrow_c_array__`) without a copy."""

    cdef shared_ptr[TextRows] texts

    def __cinit__(self):
        self.texts = make_shared_rows()

    def __len__(self):
        return dereference(self.texts).rows()

    def __arrow_c_array__(self, requested_schema=None):
        """Capsules of an array of large strings; `requested_schema` is not followed, as the protocol allows."""
        cdef ArrowSchema* schema = NULL
        cdef ArrowArray* array = NULL
        schema_capsule = new_schema(&schema)
        array_capsule = new_array(&array)
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
    cdef TextColumn made = TextColumn()
    cdef TextBatch batch
    cdef Py_ssize_t begin = 0
    cdef Py_ssize_t step = _block_rows if isinstance(values, ObjectRows) else _text_rows
    cdef Py_ssize_t end
    batch.kind = <Kind>kind_code(kind)
    batch.context.region = region_id(region)
    batch.role = role_of(role)
    while begin < values.count:
        end = min(begin + step, values.count)
        values.read(begin, end)
        batch.column = values.function
        batch.pointer = values.pointer
        batch.rows = end - begin
        if not normalize_without_gil(batch, threads, dereference(made.texts)):
            raise_pending()
            raise MemoryError()
        PyErr_CheckSignals()
        begin = end
    return made
