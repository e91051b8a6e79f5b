# Part of _core.pyx: an index of stored values.

# Said values that are searched for at a time: bounds the memory of hits that are not yet merged.
cdef Py_ssize_t _search_rows = 64


@cython.final
cdef class IndexCore:
    """Stored values of one kind, copied out of a column; what match.index.Index holds."""

    cdef NativeIndex* index

    def __cinit__(self, Rows stored not None, kind, region, int threads):
        cdef Context context
        cdef ColumnRoom room
        cdef Value value
        cdef Py_ssize_t begin = 0
        cdef Py_ssize_t end, row
        cdef int code = kind_code(kind)
        context.region = region_id(region)
        self.index = new NativeIndex(<Kind>code, context)
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

    def __dealloc__(self):
        del self.index

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
