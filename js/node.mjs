// The matcher for Node: the module is read from beside this file when it is imported.
import { readFile } from "node:fs/promises";

import { load } from "./core.mjs";

export const {
  KINDS, RESULTS, KIND_ALIASES, EVIDENCE, VERSION,
  score, result, matches, normalize, explain, scorePairs, resultPairs, registerTokenPattern,
} = await load(readFile(new URL("./ablmatch.wasm", import.meta.url)));
