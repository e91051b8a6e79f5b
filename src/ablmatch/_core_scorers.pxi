# Part of _core.pyx: the kinds as scorers of RapidFuzz, which calls them natively from its own process functions.

cdef extern from *:
    """
    // What RapidFuzz 3 expects behind the `_RF_Scorer` capsule, version 3 of its layout; its wheels ship no header.
    namespace rapidfuzz_abi {

    struct String {
      void (*destroy)(String*);
      enum Unit : int { u8, u16, u32, u64 } unit;  // of one code point; u64: hashes of a sequence that is no text
      void* data;
      std::int64_t length;
      void* context;
    };

    struct Arguments {
      void (*destroy)(Arguments*);
      void* context;
    };

    union Number {
      double f64;
      std::int64_t i64;
    };

    struct Flags {
      std::uint32_t flags;
      Number best, worst;
    };

    struct Call {
      void (*destroy)(Call*);
      bool (*call)(const Call*, const String*, std::int64_t count, double cutoff, double hint, double* score);
      void* context;
    };

    struct Scorer {
      std::uint32_t version;
      bool (*read_arguments)(Arguments*, PyObject* keywords);
      bool (*flags)(const Arguments*, Flags*);
      bool (*prepare)(Call*, const Arguments*, std::int64_t count, const String*);
      bool (*score)(const String*, const String*, const Arguments*, double cutoff, double hint, double* score);
    };

    constexpr std::uint32_t kVersion = 3;
    constexpr std::uint32_t kGivesDouble = 1u << 5, kNoneIsWorst = 1u << 13;

    }  // namespace rapidfuzz_abi

    namespace {

    namespace rf = rapidfuzz_abi;

    // A text of RapidFuzz as UTF-8: borrowed where it is ASCII, else written down.
    class ScorerText {
     public:
      explicit ScorerText(const rf::String& text) {
        if (text.unit == rf::String::u64 || text.length < 0) return;  // no text: missing
        const auto length = static_cast<std::size_t>(text.length);
        value_ = {text_, 0, false};
        if (length > ablmatch::kMaxCodePoints) {
          value_ = {kTooLong.data(), kTooLong.size(), false};
        } else if (text.unit == rf::String::u8 && is_ascii(static_cast<const unsigned char*>(text.data), length)) {
          value_ = {static_cast<const char*>(text.data), length, false};
        } else {
          for (std::size_t k = 0; k < length; ++k) write(unit(text, k));
        }
      }
      ScorerText(const ScorerText&) = delete;
      ScorerText& operator=(const ScorerText&) = delete;

      const ablmatch::Value& value() const { return value_; }

     private:
      static inline const std::string kTooLong = std::string(ablmatch::kMaxCodePoints + 1, '9');

      static bool is_ascii(const unsigned char* text, std::size_t length) {
        unsigned char all = 0;
        for (std::size_t k = 0; k < length; ++k) all |= text[k];
        return all < 0x80;
      }

      static char32_t unit(const rf::String& text, std::size_t k) {
        switch (text.unit) {
          case rf::String::u8: return static_cast<const std::uint8_t*>(text.data)[k];
          case rf::String::u16: return static_cast<const std::uint16_t*>(text.data)[k];
          default: return static_cast<const std::uint32_t*>(text.data)[k];
        }
      }

      // Surrogates come out as what no UTF-8 holds, so that the value counts as invalid.
      void write(char32_t c) {
        if ((c >= 0xD800 && c < 0xE000) || c > 0x10FFFF) {
          text_[value_.size++] = static_cast<char>(0xFF);
          return;
        }
        value_.size += static_cast<std::size_t>(ablmatch::encode(c, text_ + value_.size));
      }

      char text_[4 * ablmatch::kMaxCodePoints];
      ablmatch::Value value_{"", 0, true};
    };

    bool scorer_without_memory() {
      const PyGILState_STATE state = PyGILState_Ensure();
      PyErr_NoMemory();
      PyGILState_Release(state);
      return false;
    }

    // The said value of the calls that follow, and the region.
    struct PreparedScorer {
      ScorerText said;
      ablmatch::Context context;
    };

    ablmatch::Context context_of(const rf::Arguments* arguments) {
      return {static_cast<std::uint16_t>(reinterpret_cast<std::uintptr_t>(arguments->context))};
    }

    // As RapidFuzz wants it: a score under the cutoff is no score. Missing values stay at -1, the worst of all.
    bool give_score(const ablmatch::Value& said, const rf::String& stored, ablmatch::Kind kind,
                    const ablmatch::Context& context, double cutoff, double* score) {
      ablmatch::Scratch* const scratch = scratch_of_thread();
      if (scratch == nullptr) return scorer_without_memory();
      const ScorerText text(stored);
      const double found = ablmatch::score(said, text.value(), kind, context, *scratch).score;
      *score = found >= cutoff || found < 0 ? found : 0;
      return true;
    }

    template <ablmatch::Kind kind>
    struct KindScorer {
      static bool call(const rf::Call* self, const rf::String* stored, std::int64_t count, double cutoff, double,
                       double* score) {
        const auto& prepared = *static_cast<const PreparedScorer*>(self->context);
        for (std::int64_t k = 0; k < count; ++k) {
          if (!give_score(prepared.said.value(), stored[k], kind, prepared.context, cutoff, score + k)) return false;
        }
        return true;
      }

      static bool prepare(rf::Call* self, const rf::Arguments* arguments, std::int64_t, const rf::String* said) {
        auto* const prepared = new (std::nothrow) PreparedScorer{ScorerText(*said), context_of(arguments)};
        if (prepared == nullptr) return scorer_without_memory();
        self->context = prepared;
        self->destroy = [](rf::Call* call) { delete static_cast<PreparedScorer*>(call->context); };
        self->call = call;
        return true;
      }

      static bool score(const rf::String* said, const rf::String* stored, const rf::Arguments* arguments,
                        double cutoff, double, double* score) {
        const ScorerText text(*said);
        return give_score(text.value(), *stored, kind, context_of(arguments), cutoff, score);
      }
    };

    // Doubles, though scores are whole: process.extract of RapidFuzz 3.14 passes no cutoff on to scorers of integers.
    bool scorer_flags(const rf::Arguments*, rf::Flags* flags) {
      flags->flags = rf::kGivesDouble | rf::kNoneIsWorst;
      flags->best.f64 = 100;
      flags->worst.f64 = -1;
      return true;
    }

    // Set when the module is loaded. False with an exception set where a keyword is none that a scorer takes.
    bool (*read_scorer_region)(PyObject* keywords, std::uint16_t* region) = nullptr;

    bool read_scorer_arguments(rf::Arguments* self, PyObject* keywords) {
      std::uint16_t region = 0;
      if (!read_scorer_region(keywords, &region)) return false;
      self->context = reinterpret_cast<void*>(std::uintptr_t{region});
      self->destroy = [](rf::Arguments*) {};
      return true;
    }

    template <ablmatch::Kind kind>
    rf::Scorer kind_scorer{rf::kVersion, read_scorer_arguments, scorer_flags, KindScorer<kind>::prepare,
                           KindScorer<kind>::score};

    void* scorer_of_kind(ablmatch::Kind kind) {
      using ablmatch::Kind;
      switch (kind) {
        case Kind::email: return &kind_scorer<Kind::email>;
        case Kind::phone: return &kind_scorer<Kind::phone>;
        case Kind::digits: return &kind_scorer<Kind::digits>;
        case Kind::address: return &kind_scorer<Kind::address>;
        case Kind::person_name: return &kind_scorer<Kind::person_name>;
        case Kind::text: return &kind_scorer<Kind::text>;
        case Kind::auto_: return &kind_scorer<Kind::auto_>;
        default: return &kind_scorer<Kind::exact>;
      }
    }

    }  // namespace
    """
    void* scorer_of_kind(Kind) noexcept
    cbool (*read_scorer_region)(object, uint16_t*) except False


cdef cbool region_of_keywords(object keywords, uint16_t* region) except False:
    unknown = [name for name in keywords if name != "region"]
    if unknown:
        raise TypeError(f"a scorer takes no keyword `{unknown[0]}`: use `region`")
    region[0] = <uint16_t>region_id(keywords.get("region", "US"))
    return True


read_scorer_region = region_of_keywords


def scorer_flags(**_keywords):
    """What RapidFuzz's own Python code asks a scorer; its native code asks the capsule."""
    return {"optimal_score": 100, "worst_score": -1, "flags": (1 << 5) | (1 << 13)}


@cython.final
cdef class Scorer:
    """One kind as a scorer of RapidFuzz: `scorer(said, stored)` is match_score, -1 when there is nothing to judge.

    `rapidfuzz.process.extract`, `extractOne`, `cdist` and `cpdist` call it natively: queries are said, choices stored.
    `processor` is applied to both values first (the kinds normalize by themselves and need none); a score under
    `score_cutoff` comes back as 0; `score_hint` is not needed; `region` as for match_score
    (`scorer_kwargs={"region": "GB"}`).  Raises ValueError for an unknown region, and never for a value.
    """

    cdef readonly str kind
    cdef readonly object _RF_Scorer

    def __cinit__(self, str kind not None):
        self.kind = kind
        self._RF_Scorer = PyCapsule_New(scorer_of_kind(<Kind>kind_code(kind)), NULL, NULL)

    @property
    def __name__(self):
        return self.kind

    @property
    def _RF_OriginalScorer(self):
        # RapidFuzz takes the capsule of a scorer only where this says that nobody has wrapped it.
        return self

    @property
    def _RF_ScorerPy(self):
        return {"get_scorer_flags": scorer_flags}

    def __call__(self, said, stored, *, processor=None, score_cutoff=None, score_hint=None, region="US"):
        cdef Scored scored
        if processor is not None:
            said = None if said is None else processor(said)
            stored = None if stored is None else processor(stored)
        score_objects(said, stored, self.kind, region, &scored)
        if score_cutoff is not None and 0 <= scored.score < score_cutoff:
            return 0
        return scored.score

    def __repr__(self):
        return f"<ablmatch.scorers.{self.kind}>"

    def __reduce__(self):
        return Scorer, (self.kind,)
