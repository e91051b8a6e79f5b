/** A value: text; a whole number is read as its figures; null and everything else is missing. */
export type Value = string | number | bigint | null | undefined;
export type Kind = "email" | "phone" | "digits" | "address" | "person_name" | "name" | "text" | "auto" | "exact";
export type Result = "match" | "retry" | "mismatch" | "missing";

export interface Options {
  /** ISO 3166 code whose numbering plan reads national phone numbers; "US" unless given. */
  region?: string;
}

export interface Part {
  /** What it is: "given", "house_number", … */
  name: string;
  /** Normalized texts, "" where the part does not occur. */
  said: string;
  stored: string;
  /** How they compare: "equal", "nickname", "missing", "differs", … */
  how: string;
}

/** Why a pair has its score. It holds the values: for a person who may see them, never for a log. */
export interface Explanation {
  score: number;
  result: Result;
  /** The kind that judged: for "auto" the one that was found. */
  kind: Exclude<Kind, "name" | "auto">;
  /** Normalized forms, null where there is none. */
  said: string | null;
  stored: string | null;
  /** Names of EVIDENCE, in its order. */
  evidence: string[];
  parts: Part[];
  /** The reading of what was said that was judged, where there was something to read. */
  reading: string | null;
}

export interface Matcher {
  readonly KINDS: readonly string[];
  readonly RESULTS: readonly Result[];
  readonly KIND_ALIASES: Readonly<Record<string, string>>;
  /** The sentence that explains each name of evidence. */
  readonly EVIDENCE: Readonly<Record<string, string>>;
  readonly VERSION: string;

  /**
   * How well what was said agrees with what is stored: 0 to 100, or -1 when there is nothing to judge. The two sides are
   * not alike: `said` is read with every allowance, `stored` only normalized.
   * @throws {RangeError} for an unknown kind or region; never for a value.
   */
  score(said: Value, stored: Value, kind?: Kind, options?: Options): number;
  result(said: Value, stored: Value, kind?: Kind, options?: Options): Result;
  matches(said: Value, stored: Value, kind?: Kind, options?: Options): boolean;
  /** The canonical form of a value, null when nothing is left; `role` is "stored" unless given. */
  normalize(value: Value, kind: Kind, options?: Options & { role?: "said" | "stored" }): string | null;
  explain(said: Value, stored: Value, kind?: Kind, options?: Options): Explanation;
  /** Scores of many pairs, which takes less time for each. */
  scorePairs(said: ArrayLike<Value>, stored: ArrayLike<Value>, kind?: Kind, options?: Options): Int16Array;
  resultPairs(said: ArrayLike<Value>, stored: ArrayLike<Value>, kind?: Kind, options?: Options): Result[];
  /** Makes one more shape of vault tokens known to this instance: * for characters, # for a digit. */
  registerTokenPattern(pattern: string, options?: { anywhere?: boolean }): void;
}

export const KINDS: Matcher["KINDS"];
export const RESULTS: Matcher["RESULTS"];
export const KIND_ALIASES: Matcher["KIND_ALIASES"];
export const EVIDENCE: Matcher["EVIDENCE"];
export const VERSION: Matcher["VERSION"];
export const score: Matcher["score"];
export const result: Matcher["result"];
export const matches: Matcher["matches"];
export const normalize: Matcher["normalize"];
export const explain: Matcher["explain"];
export const scorePairs: Matcher["scorePairs"];
export const resultPairs: Matcher["resultPairs"];
export const registerTokenPattern: Matcher["registerTokenPattern"];
