# Part of _core.pyx: columns of values, from Python objects and from Arrow, and batches of pairs.

# Rows that are read from Python objects at a time: few enough that their texts are still in the cache when they are
# judged, enough that to hand them over, and the interpreter's lock, costs little.
cdef Py_ssize_t _block_rows = 4096

# Spans of a column that are there at once: one is read while the others are judged.
cdef enum:
    SLOTS = 4  # ObjectBlocks::kSlots


cdef class Rows:
    """A column of a batch: its number of rows, and how the core reads a span of them."""

    cdef Py_ssize_t count
    cdef Column function
    cdef const void* pointer

    def __len__(self):
        return self.count

    cdef int read(self, Py_ssize_t begin, Py_ssize_t end, int slot=0) except -1:
        """Makes `function` and `pointer` give rows begin to end, counted from 0, until the slot is read into again."""
        raise NotImplementedError


@cython.final
cdef class ObjectRows(Rows):
    """Rows of Python objects: a list, a tuple, or an array, which is read in place or in slices by `tolist`."""

    cdef object source
    cdef bint is_array
    cdef bint is_in_place
    cdef Py_buffer objects  # of an array of objects, which is read in place
    cdef ObjectBlocks blocks

    def __cinit__(self, source):
        self.source = source
        self.is_array = type(source) is not list and type(source) is not tuple
        self.count = len(source)
        self.function = values_in_block
        if self.is_array and kLooksIntoObjects and source.dtype.kind == "O":
            PyObject_GetBuffer(source, &self.objects, PyBUF_STRIDES | PyBUF_FORMAT)
            if self.objects.itemsize != sizeof(PyObject*):
                raise TypeError("an array of objects holds something else")
            self.is_in_place = True

    def __dealloc__(self):
        PyBuffer_Release(&self.objects)  # does nothing without a view

    cdef int read(self, Py_ssize_t begin, Py_ssize_t end, int slot=0) except -1:
        cdef char figures[24]
        cdef Value value
        cdef object sequence = self.source
        cdef ObjectBlock* block = &self.blocks.of_slot[slot]
        if not block.start(end - begin):
            raise MemoryError()
        self.pointer = block.values()
        if self.is_in_place:
            return self.read_array(block, begin, end)
        if self.is_array:
            sequence = sequence[begin:end].tolist()
            end -= begin
            begin = 0
        while True:
            begin += block.add_plain(sequence, begin, end - begin)
            if begin == end:
                return 0
            # The next value is not of the plain ones, and to read it may run Python code.
            if begin >= len(sequence):
                raise RuntimeError("a column changed its size while it was read")
            owner = read_value(sequence[begin], &value, figures)
            block.add(value, owner)
            begin += 1

    cdef int read_array(self, ObjectBlock* block, Py_ssize_t begin, Py_ssize_t end) except -1:
        cdef char figures[24]
        cdef Value value
        cdef Py_ssize_t stride = self.objects.strides[0]
        cdef const char* items = <const char*>self.objects.buf
        while True:
            begin += block.add_plain_at(items + begin * stride, stride, end - begin)
            if begin == end:
                return 0
            item = <object>object_at(items + begin * stride)
            owner = read_value(item, &value, figures)
            block.add(value, owner)
            begin += 1


@cython.final
cdef class ArrowColumn(Rows):
    """Rows of Arrow data, read in place: from an object with `__arrow_c_stream__` or `__arrow_c_array__`.

    Raises TypeError when it is not one column of text or integers; the message starts with `name`.
    """

    cdef NativeArrowColumn* column
    cdef ArrowRows spans[SLOTS]

    def __cinit__(self, source, name):
        cdef string problem
        cdef ArrowArrayStream* stream
        cdef ArrowSchema* schema
        cdef ArrowArray* array
        self.column = new NativeArrowColumn()
        # The interpreter's lock is let go of while the producer runs: it may want it on a thread of its own.
        if hasattr(source, "__arrow_c_stream__"):
            capsule = source.__arrow_c_stream__()
            stream = <ArrowArrayStream*>PyCapsule_GetPointer(capsule, "arrow_array_stream")
            with nogil:
                problem = self.column.take_stream(stream)
        else:
            schema_capsule, array_capsule = source.__arrow_c_array__()
            schema = <ArrowSchema*>PyCapsule_GetPointer(schema_capsule, "arrow_schema")
            array = <ArrowArray*>PyCapsule_GetPointer(array_capsule, "arrow_array")
            problem = self.column.take_array(schema, array)
        if not problem.empty():
            raise TypeError(f"{name} {text_of_string(problem)}")
        self.count = self.column.rows()
        self.function = arrow_values

    def __dealloc__(self):
        # Producers take the lock themselves where they need it, so to hold it is safe, and the only way here.
        del self.column

    cdef int read(self, Py_ssize_t begin, Py_ssize_t end, int slot=0) except -1:
        self.spans[slot].column = self.column
        self.spans[slot].first = begin
        self.pointer = &self.spans[slot]
        return 0


def judge_rows(Rows said not None, Rows stored not None, kind, region, scores, results, int threads):
    """Judges all pairs of two columns of one length; gives the number of pairs with invalid text.

    `scores` (int16) and `results` (uint8 codes of RESULTS) are writable contiguous buffers of that length, or None.
    The interpreter's lock is let go of while pairs are judged; a signal handler's exception ends the run.  Rows of
    Python objects are read block by block, while other threads judge the blocks before.
    """
    cdef Batch batch
    cdef BatchRun* run
    cdef size_t invalid = 0
    cdef Py_ssize_t begin = 0
    cdef Py_ssize_t end
    cdef Py_ssize_t step = said.count
    cdef int slot = 0
    cdef Buffer score_buffer = Buffer(scores, said.count, sizeof(int16_t))
    cdef Buffer result_buffer = Buffer(results, said.count, sizeof(uint8_t))
    if said.count != stored.count:
        raise ValueError(f"said has {said.count} rows, stored has {stored.count}")
    batch.kind = <Kind>kind_code(kind)
    batch.context.region = region_id(region)
    batch.invalid = &invalid
    if isinstance(said, ObjectRows) or isinstance(stored, ObjectRows):
        step = _block_rows
    run = new BatchRun(said.count, threads)
    try:
        while begin < said.count:
            end = min(begin + step, said.count)
            said.read(begin, end, slot)
            stored.read(begin, end, slot)
            batch.said = said.function
            batch.said_column = said.pointer
            batch.stored = stored.function
            batch.stored_column = stored.pointer
            batch.rows = end - begin
            batch.scores = <int16_t*>score_buffer.at(begin)
            batch.results = <uint8_t*>result_buffer.at(begin)
            run.add(batch)
            judge_until(run, 0 if end == said.count else run.overlap())
            begin = end
            slot = (slot + 1) % (1 + <int>run.overlap())  # one that is finished: with one thread, still in the cache
    finally:
        # Ends what still runs when an exception does: rows and buffers outlive it.
        del run
    return invalid


cdef int judge_until(BatchRun* run, size_t unfinished) except -1:
    if not work_without_gil(dereference(run), unfinished):
        raise_pending()
        raise MemoryError()
    return PyErr_CheckSignals()  # a block may be too short for the run itself to look


cdef int raise_pending() except -1:
    return -1 if PyErr_Occurred() != NULL else 0


@cython.final
cdef class Buffer:
    """A writable contiguous buffer of `rows` items, or none, kept as long as this object lives."""

    cdef Py_buffer view
    cdef Py_ssize_t item

    def __cinit__(self, target, Py_ssize_t rows, Py_ssize_t item):
        self.item = item
        if target is None:
            return
        PyObject_GetBuffer(target, &self.view, PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS)
        if self.view.itemsize != item or self.view.len != rows * item:
            raise ValueError("an output has another size than the columns")

    def __dealloc__(self):
        PyBuffer_Release(&self.view)  # does nothing without a view

    cdef char* at(self, Py_ssize_t row) noexcept:
        if self.view.buf == NULL:
            return NULL
        return <char*>self.view.buf + row * self.item
