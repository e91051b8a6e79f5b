// Python objects as values of the core: one str, and blocks of rows.
#pragma once

#include <Python.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>

#include "ablmatch.hpp"
#include "batch_run.hpp"

namespace {

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

// Values of a block of rows, read from Python objects. Short texts are copied side by side, so that threads read them
// in order and need no object; objects with longer ones, which are rare, are kept alive.
class ObjectBlock {
 public:
  ObjectBlock() = default;
  ObjectBlock(const ObjectBlock&) = delete;
  ObjectBlock& operator=(const ObjectBlock&) = delete;
  ~ObjectBlock() {
    clear();
    release();
  }

#if defined(Py_LIMITED_API)
  static constexpr bool kLooksIntoObjects = false;
#else
  static constexpr bool kLooksIntoObjects = true;
#endif

  const ablmatch::Value* values() const { return values_; }

  // Empties the block and makes room for `rows`; false without memory.
  bool start(Py_ssize_t rows) {
    clear();
    if (rows > room_) {
      release();
      const auto count = static_cast<std::size_t>(rows);
      values_ = static_cast<ablmatch::Value*>(std::malloc(count * sizeof(ablmatch::Value)));
      owners_ = static_cast<PyObject**>(std::malloc(count * sizeof(PyObject*)));
      text_ = static_cast<char*>(std::malloc(count * kCopied + kPiece));
      if (values_ == nullptr || owners_ == nullptr || text_ == nullptr) return false;
      room_ = rows;
    }
    text_begin_ = text_ + kPiece + static_cast<std::size_t>(room_) * kCopied;
    return true;
  }

  // One value, in the order of rows; its text is borrowed from `owner`.
  void add(const ablmatch::Value& value, PyObject* owner) {
    ablmatch::Value& kept = values_[rows_++];
    kept = value;
    if (value.size <= kCopied) {
      text_begin_ -= value.size;
      std::memcpy(text_begin_, value.data, value.size);
      kept.data = text_begin_;
    } else {
      Py_INCREF(owner);
      owners_[owner_count_++] = owner;
    }
  }

  // Adds the elements of a list or tuple from `begin` on for as long as they are plain: str and None, for which no
  // Python code runs. Gives how many: with the stable ABI, which has no way to look into objects, none.
  Py_ssize_t add_plain(PyObject* sequence, Py_ssize_t begin, Py_ssize_t count) {
#if defined(Py_LIMITED_API)
    (void)sequence, (void)begin, (void)count;
    return 0;
#else
    const Py_ssize_t there = PySequence_Fast_GET_SIZE(sequence) - begin;
    return add_plain_at(reinterpret_cast<const char*>(PySequence_Fast_ITEMS(sequence) + begin), sizeof(PyObject*),
                        count < there ? count : there);
#endif
  }

  // The same for pointers to objects that lie `stride` bytes apart.
  Py_ssize_t add_plain_at(const char* items, Py_ssize_t stride, Py_ssize_t count) {
#if defined(Py_LIMITED_API)
    (void)items, (void)stride, (void)count;
    return 0;
#else
    for (Py_ssize_t k = 0; k < count; ++k) {
      if (k + kAhead < count) {
        const char* const ahead = reinterpret_cast<const char*>(object_at(items + (k + kAhead) * stride));
        prefetch(ahead);
        prefetch(ahead + 64);
      }
      PyObject* const item = object_at(items + k * stride);
      if (item == Py_None || item == nullptr) {
        values_[rows_++] = {"", 0, true};
      } else if (!PyUnicode_Check(item) || !add_text(item)) {
        return k;
      }
    }
    return count < 0 ? 0 : count;
#endif
  }

  // The object that a place of an array of objects holds: null stands for None.
  static PyObject* object_at(const char* place) {
    PyObject* item;
    std::memcpy(&item, place, sizeof item);
    return item;
  }

 private:
  static constexpr std::size_t kCopied = 256;
  // How many objects ahead of the one that is read to fetch: objects of a list lie anywhere in memory, and waiting for
  // each costs more than judging it.
  static constexpr Py_ssize_t kAhead = 16;
  static constexpr std::size_t kPiece = 32;

  static void prefetch(const void* address) {
#if defined(__GNUC__)
    __builtin_prefetch(address);
#else
    (void)address;
#endif
  }

#if !defined(Py_LIMITED_API)
  // False for a str that needs the interpreter's help.
  bool add_text(PyObject* text) {
    if (PyUnicode_IS_COMPACT_ASCII(text)) {
      const auto size = static_cast<std::size_t>(PyUnicode_GET_LENGTH(text));
      const char* const data = static_cast<const char*>(PyUnicode_DATA(text));
      if (size > kCopied) {
        add({data, size, false}, text);
        return true;
      }
      // Texts are packed from the end of the room down, in whole pieces that end where the text does: what a piece
      // holds before the text is overwritten by the next one. In the object there is its head, which is longer.
      static_assert(sizeof(PyASCIIObject) >= kPiece);
      char* to = text_begin_;
      const char* from = data + size;
      const char* const done = text_begin_ - size;
      while (to > done) {
        to -= kPiece;
        from -= kPiece;
        std::memcpy(to, from, kPiece);
      }
      text_begin_ -= size;
      values_[rows_++] = {text_begin_, size, false};
      return true;
    }
    if (!PyUnicode_IS_COMPACT(text) || !PyUnicode_IS_READY(text)) return false;
    // UTF-8 is written here: the interpreter would keep its own with the str for good.
    const Py_ssize_t length = PyUnicode_GET_LENGTH(text);
    if (length > static_cast<Py_ssize_t>(kCopied / 4)) return false;
    char* begin;
    switch (PyUnicode_KIND(text)) {
      case PyUnicode_1BYTE_KIND: begin = put_latin(PyUnicode_1BYTE_DATA(text), length); break;
      case PyUnicode_2BYTE_KIND: begin = put_wide(PyUnicode_2BYTE_DATA(text), length); break;
      default: begin = put_wide(PyUnicode_4BYTE_DATA(text), length);
    }
    if (begin == nullptr) return false;
    values_[rows_++] = {begin, static_cast<std::size_t>(text_begin_ - begin), false};
    text_begin_ = begin;
    return true;
  }

  // Both write characters from the last to the first, down from where the texts begin, and give where the first is.
  // Here a character has one byte or two: the first of two is written always, and overwritten by the next character.
  char* put_latin(const Py_UCS1* text, Py_ssize_t length) const {
    char* to = text_begin_;
    for (Py_ssize_t at = length; at-- > 0;) {
      const unsigned c = text[at], wide = c >> 7;
      to[-1] = static_cast<char>(c & ~(wide << 6));
      to[-2] = static_cast<char>(0xC0 | c >> 6);
      to -= 1 + wide;
    }
    return to;
  }

  // Null where a surrogate stands, which has no UTF-8.
  template <class Character>
  char* put_wide(const Character* text, Py_ssize_t length) const {
    char* to = text_begin_;
    for (Py_ssize_t at = length; at-- > 0;) {
      Py_UCS4 c = text[at];
      if (c < 0x80) {
        *--to = static_cast<char>(c);
        continue;
      }
      if (c >= 0xD800 && c < 0xE000) return nullptr;
      Py_UCS4 lead = 0xC0;
      for (Py_UCS4 fits = 0x20;; fits >>= 1) {  // what the first byte has room for
        *--to = static_cast<char>(0x80 | (c & 0x3F));
        c >>= 6;
        if (c < fits) break;
        lead |= fits;
      }
      *--to = static_cast<char>(lead | c);
    }
    return to;
  }
#endif

  void clear() {
    const Py_ssize_t count = owner_count_;
    rows_ = owner_count_ = 0;
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
  char* text_begin_ = nullptr;
  Py_ssize_t room_ = 0;
  Py_ssize_t rows_ = 0;
  Py_ssize_t owner_count_ = 0;
};

// The blocks of one column: one is read while the others are judged.
struct ObjectBlocks {
  static constexpr int kSlots = 4;
  static_assert(kSlots == ablmatch::BatchRun::kMostOverlap + 1);
  ObjectBlock of_slot[kSlots];
};

// The column of a block of values that were read in advance.
inline void values_in_block(const void* block, std::size_t row, std::size_t count, ablmatch::ColumnRoom&,
                            ablmatch::Value* out) {
  std::memcpy(out, static_cast<const ablmatch::Value*>(block) + row, count * sizeof *out);
}

}  // namespace
