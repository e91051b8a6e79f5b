/// <reference lib="dom" />
import type { Matcher } from "./index.js";

export type { Explanation, Kind, Matcher, Options, Part, Result, Value } from "./index.js";

type Source = WebAssembly.Module | BufferSource | Response;

/** Makes a matcher of its own from the module, its bytes, or an answer of `fetch`. */
export function load(source: Source | Promise<Source>): Promise<Matcher>;
