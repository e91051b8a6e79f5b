// The matcher in WebAssembly: `load` takes the module or its bytes and gives the functions. No dependency, no host function.
// index.d.ts says what they take and give; the rules are those of the Python package, and so are the answers.

const ABSENT = -1;
const UNKNOWN = -2;
// What the core makes of text that is no valid Unicode, and of text that is too long whatever it says.
const INVALID = Uint8Array.of(0xff);
const TOO_LONG = new TextEncoder().encode("x".repeat(4097));
const MOST_UNITS = 4096;
const KINDS_TABLE = 0, RESULTS_TABLE = 1, EVIDENCE_TABLE = 2, SENTENCES_TABLE = 3, VERSION_TABLE = 4;
const ALIASES = Object.freeze({ name: "person_name" });
// Rows that go into the module's memory at a time.
const BLOCK = 4096;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Makes the functions ready. `source`: a WebAssembly.Module, its bytes, a Response, or a promise of one of them. */
export async function load(source) {
  const given = await source;
  const isResponse = typeof Response === "function" && given instanceof Response;
  const code = isResponse ? await given.arrayBuffer() : given;
  const found = await WebAssembly.instantiate(code, {});
  const instance = found.instance ?? found;
  instance.exports._initialize();
  return functionsOf(instance.exports);
}

function functionsOf(core) {
  let bytes = new Uint8Array(core.memory.buffer);
  // Memory that grows is another buffer.
  const memory = () => (bytes.buffer === core.memory.buffer ? bytes : (bytes = new Uint8Array(core.memory.buffer)));

  const room = { said: newRoom(core), stored: newRoom(core) };

  function answer(size) {
    const at = core.answer_at();
    return decoder.decode(memory().subarray(at, at + size));
  }

  function names(table) {
    const all = [];
    for (let k = 0, size; (size = core.name_of(table, k)) >= 0; ++k) all.push(answer(size));
    return Object.freeze(all);
  }

  const KINDS = names(KINDS_TABLE);
  const RESULTS = names(RESULTS_TABLE);
  const EVIDENCE = names(EVIDENCE_TABLE);
  const sentences = names(SENTENCES_TABLE);
  const NOT_TEXT = EVIDENCE.indexOf("not_text");

  function kindNumber(kind) {
    const number = KINDS.indexOf(Object.hasOwn(ALIASES, kind) ? ALIASES[kind] : kind);
    if (number < 0) throw new RangeError(`unknown kind \`${String(kind)}\`: use ${KINDS.join(", ")} or name`);
    return number;
  }

  function regionNumber(region) {
    if (typeof region !== "string") throw new TypeError(`region must be a string, not ${typeof region}`);
    return region.length === 2 ? region.charCodeAt(0) | (region.charCodeAt(1) << 8) : 0;
  }

  // What the core gave, unless it knew no such region: the kinds are known by then.
  function known(found, region) {
    if (found !== UNKNOWN) return found;
    throw new RangeError(`unknown region \`${region}\`: use an ISO 3166 code of two letters, such as \`US\``);
  }

  // Writes a value at `at` in a room and gives its size.
  function write(place, at, text) {
    if (text === null) return ABSENT;
    if (text.length > MOST_UNITS) text = TOO_LONG;
    else if (!isWellFormed(text)) text = INVALID;
    if (typeof text !== "string") {
      place.reserve(at + text.length);
      memory().set(text, place.at + at);
      return text.length;
    }
    place.reserve(at + 3 * text.length);
    return encoder.encodeInto(text, memory().subarray(place.at + at)).written;
  }

  function scored(said, stored, kind, region) {
    const saidSize = write(room.said, 0, textOf(said));
    const storedSize = write(room.stored, 0, textOf(stored));
    const number = kindNumber(kind);
    return known(
      core.score(room.said.at, saidSize, room.stored.at, storedSize, number, regionNumber(region)),
      region,
    );
  }

  function score(said, stored, kind = "text", { region = "US" } = {}) {
    return signed(scored(said, stored, kind, region));
  }

  function result(said, stored, kind = "text", { region = "US" } = {}) {
    return RESULTS[scored(said, stored, kind, region) >> 16];
  }

  function matches(said, stored, kind = "text", options = {}) {
    return result(said, stored, kind, options) === "match";
  }

  function normalize(value, kind, { role = "stored", region = "US" } = {}) {
    if (role !== "said" && role !== "stored") throw new RangeError(`unknown role \`${String(role)}\`: use said or stored`);
    const size = write(room.said, 0, textOf(value));
    const number = kindNumber(kind);
    const found = core.normalize(room.said.at, size, number, Number(role === "stored"), regionNumber(region));
    return known(found, region) < 0 ? null : answer(found);
  }

  function explain(said, stored, kind = "text", { region = "US" } = {}) {
    const saidText = textOf(said), storedText = textOf(stored);
    const saidSize = write(room.said, 0, saidText);
    const storedSize = write(room.stored, 0, storedText);
    const number = kindNumber(kind);
    const packed = known(
      core.explain(room.said.at, saidSize, room.stored.at, storedSize, number, regionNumber(region)),
      region,
    );
    const reader = readerOf(memory().slice(core.answer_at(), core.answer_at() + core.answer_size()));
    const judged = KINDS[reader.number()];
    const words = [reader.number(), reader.number(), reader.number(), reader.number()];
    const noText = isNoText(said, saidText) || isNoText(stored, storedText);
    const evidence = EVIDENCE.filter((_, k) => (words[k >> 5] >>> (k & 31)) & 1 || (noText && k === NOT_TEXT));
    const reading = reader.text() || null;
    const parts = [];
    while (!reader.ended()) {
      parts.push({ name: reader.text(), said: reader.text(), stored: reader.text(), how: reader.text() });
    }
    return {
      score: signed(packed),
      result: RESULTS[packed >> 16],
      kind: judged,
      said: normalize(said, judged, { role: "said", region }),
      stored: normalize(stored, judged, { role: "stored", region }),
      evidence,
      parts,
      reading,
    };
  }

  // Calls `take(begin, scores, results)` with the answers of one block after the other.
  function forBlocks(said, stored, kind, region, take) {
    if (said.length !== stored.length) {
      throw new RangeError(`said has ${said.length} values and stored ${stored.length}: they must be as many`);
    }
    const number = kindNumber(kind), code = regionNumber(region);
    known(core.score(0, ABSENT, 0, ABSENT, number, code), region);
    const sizes = core.allocate(11 * BLOCK);
    if (sizes === 0) throw new RangeError("no memory for the pairs");
    try {
      for (let begin = 0; begin < said.length; begin += BLOCK) {
        const count = Math.min(BLOCK, said.length - begin);
        const saidSizes = writeBlock(room.said, said, begin, count);
        const storedSizes = writeBlock(room.stored, stored, begin, count);
        const all = new Int32Array(core.memory.buffer, sizes, 2 * BLOCK);
        all.set(saidSizes);
        all.set(storedSizes, BLOCK);
        const scores = sizes + 8 * BLOCK, results = scores + 2 * BLOCK;
        core.score_pairs(
          room.said.at, sizes, room.stored.at, sizes + 4 * BLOCK, count, number, code, scores, results,
        );
        take(begin, new Int16Array(core.memory.buffer, scores, count), new Uint8Array(core.memory.buffer, results, count));
      }
    } finally {
      core.release(sizes);
    }
  }

  function writeBlock(place, values, begin, count) {
    const sizes = new Int32Array(count);
    let at = 0;
    for (let k = 0; k < count; ++k) {
      sizes[k] = write(place, at, textOf(values[begin + k]));
      at += Math.max(0, sizes[k]);
    }
    return sizes;
  }

  function scorePairs(said, stored, kind = "text", { region = "US" } = {}) {
    const all = new Int16Array(said.length);
    forBlocks(said, stored, kind, region, (begin, scores) => all.set(scores, begin));
    return all;
  }

  function resultPairs(said, stored, kind = "text", { region = "US" } = {}) {
    const all = new Array(said.length);
    forBlocks(said, stored, kind, region, (begin, _, results) => {
      for (let k = 0; k < results.length; ++k) all[begin + k] = RESULTS[results[k]];
    });
    return all;
  }

  function registerTokenPattern(pattern, { anywhere = false } = {}) {
    if (typeof pattern !== "string") throw new TypeError(`pattern must be a string, not ${typeof pattern}`);
    if (!isWellFormed(pattern)) throw new RangeError("the pattern is not valid Unicode");
    const encoded = encoder.encode(pattern);
    room.said.reserve(encoded.length);
    memory().set(encoded, room.said.at);
    const size = core.register_token_pattern(room.said.at, encoded.length, Number(anywhere));
    if (size > 0) throw new RangeError(answer(size));
  }

  return Object.freeze({
    KINDS,
    RESULTS,
    KIND_ALIASES: ALIASES,
    EVIDENCE: Object.freeze(Object.fromEntries(EVIDENCE.map((name, k) => [name, sentences[k]]))),
    VERSION: names(VERSION_TABLE)[0],
    score,
    result,
    matches,
    normalize,
    explain,
    scorePairs,
    resultPairs,
    registerTokenPattern,
  });
}

// A piece of the module's memory that grows; what it held is kept.
function newRoom(core) {
  const place = { at: 0, size: 0, reserve };
  function reserve(size) {
    if (size <= place.size) return;
    const wanted = Math.max(size, 2 * place.size, 1 << 14);
    const at = core.allocate(wanted);
    if (at === 0) throw new RangeError("no memory for the values");
    new Uint8Array(core.memory.buffer).copyWithin(at, place.at, place.at + place.size);
    if (place.at !== 0) core.release(place.at);
    place.at = at;
    place.size = wanted;
  }
  return place;
}

// Score of a packed answer: 16 bits with a sign.
const signed = (packed) => (packed << 16) >> 16;

// A whole number is read as its figures; everything else that is no text is absent.
function textOf(value) {
  if (typeof value === "string") return value;
  if (typeof value === "bigint" || Number.isSafeInteger(value)) return String(value);
  return null;
}

const isNoText = (value, text) => text === null && value !== null && value !== undefined;

function isWellFormed(text) {
  return text.isWellFormed ? text.isWellFormed() : !/\p{Surrogate}/u.test(text);
}

function readerOf(bytes) {
  const view = new DataView(bytes.buffer);
  let at = 0;
  const number = () => {
    at += 4;
    return view.getUint32(at - 4, true);
  };
  const text = () => {
    const size = number();
    at += size;
    return decoder.decode(bytes.subarray(at - size, at));
  };
  return { number, text, ended: () => at >= bytes.length };
}
