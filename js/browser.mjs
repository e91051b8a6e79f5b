// The matcher for browsers and bundlers: the module is fetched from beside this file when it is imported.
import { load } from "./core.mjs";

async function fetched(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.pathname}: the server answered ${response.status}`);
  return response;
}

export const {
  KINDS, RESULTS, KIND_ALIASES, EVIDENCE, VERSION,
  score, result, matches, normalize, explain, scorePairs, resultPairs, registerTokenPattern,
} = await load(fetched(new URL("./ablmatch.wasm", import.meta.url)));
