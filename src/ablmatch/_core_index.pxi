# Part of _core.pyx: an index of stored values.

# Said values that are searched for at a time: bounds the memory of hits that are not yet merged.
cdef Py_ssize_t _search_rows = 64


@cython.final
cdef class IndexCore:
    """Stored values of one kind, copied out of a column or mapped from a file; what match.index.Index holds."""

    cdef NativeIndex* index
    cdef Py_buffer file  # what an index lies in that was not built here, when `mapped`
    cdef bint mapped

    def __cinit__(self, Rows stored, kind, region, int threads, file=None):
        cdef Context context
        context.region = region_id(region)
        self.index = new NativeIndex(<Kind>kind_code(kind), context)
        if file is None:
            self.build(stored, threads)
        else:
            self.open(file)

    cdef int build(self, Rows stored, int threads) except -1:
        cdef ColumnRoom room
        cdef Value value
        cdef Py_ssize_t begin = 0
        cdef Py_ssize_t end, row
        room.hint = 0
        while begin < stored.count:
            end = min(begin + _block_rows, stored.count)
            stored.read(begin, end)
            for row in range(end - begin):
                stored.function(stored.pointer, row, 1, room, &value)
                self.index.add(value)
            PyErr_CheckSignals()
            begin = end
        if not build_without_gil(dereference(self.index), threads):
            raise_pending()
            raise MemoryError()
        PyErr_CheckSignals()  # an index may be too small for building itself to look
        return 0

    cdef int open(self, file) except -1:
        cdef string wrong
        PyObject_GetBuffer(file, &self.file, PyBUF_C_CONTIGUOUS)
        self.mapped = True
        wrong = self.index.open(
            string_view(<const char*>self.file.buf, self.file.len), string_view(ABLMATCH_VERSION, strlen(ABLMATCH_VERSION))
        )
        if not wrong.empty():
            raise ValueError(text_of_string(wrong))
        return 0

    def __dealloc__(self):
        del self.index
        if self.mapped:
            PyBuffer_Release(&self.file)

    def save(self, write):
        """Calls `write` with the bytes of a file, piece by piece; they are borrowed for the call."""
        cdef IndexFileHeader header
        cdef vector[string_view] pieces = self.index.pieces(string_view(ABLMATCH_VERSION, strlen(ABLMATCH_VERSION)), header)
        cdef size_t k
        for k in range(pieces.size()):
            if pieces[k].size() > 0:
                write(PyMemoryView_FromMemory(<char*>pieces[k].data(), pieces[k].size(), PyBUF_READ))

    @property
    def kind(self):
        return text_of_view(kind_name(self.index.kind()))

    @property
    def region(self):
        return text_of_view(region_code(self.index.region()))

    def __len__(self):
        return self.index.size()

    def search(self, Rows said not None, Py_ssize_t limit, int min_score, int threads):
        """For each row of `said`, a list of (position, score), best first, equal scores by position."""
        cdef Search search
        cdef vector[vector[NativeHit]] hits
        cdef Py_ssize_t begin = 0
        cdef Py_ssize_t end
        cdef size_t row, k
        found = []
        search.limit = limit
        search.min_score = min_score
        while begin < said.count:
            end = min(begin + _search_rows, said.count)
            said.read(begin, end)
            search.said = said.function
            search.said_column = said.pointer
            search.rows = end - begin
            if not search_without_gil(dereference(self.index), search, threads, hits):
                raise_pending()
                raise MemoryError()
            PyErr_CheckSignals()  # a block may be too short for the search itself to look
            for row in range(hits.size()):
                found.append([(hits[row][k].position, hits[row][k].score) for k in range(hits[row].size())])
            begin = end
        return found
