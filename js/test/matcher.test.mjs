// Run in the package's folder or in node_modules: `node --test test/`. Imports the package by its own name.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import * as abl from "ablmatch";
import { load } from "ablmatch/core";

const PAIRS = [
  ["email", "tess dot holloway at quillmark dot example", "tess.holloway@quillmark.example", "match"],
  ["phone", "area code five five five, oh one four two", "555-0142", "match"],
  ["digits", "four double seven one", "4771", "match"],
  ["address", "twelve oak street apartment five b", "12 Oak St, Apt 5B", "match"],
  ["person_name", "Bob Hargreaves", "Robert Hargreaves", "match"],
  ["person_name", "Maria Lindqvist", "Robert Hargreaves", "mismatch"],
  ["text", "the colour blue", "the color blue", "match"],
  ["exact", "AB-1", "AB1", "mismatch"],
  ["email", "", "tess@quillmark.example", "missing"],
];

test("every kind answers, alone and in columns", () => {
  for (const [kind, said, stored, due] of PAIRS) {
    assert.equal(abl.result(said, stored, kind), due, `${kind}: ${said}`);
    assert.equal(abl.matches(said, stored, kind), due === "match");
    const score = abl.score(said, stored, kind);
    assert.deepEqual(abl.scorePairs([said, null], [stored, stored], kind), Int16Array.of(score, -1));
    assert.deepEqual(abl.resultPairs([said, null], [stored, stored], kind), [due, "missing"]);
    const explained = abl.explain(said, stored, kind);
    assert.deepEqual([explained.score, explained.result, explained.kind], [score, due, kind]);
    for (const name of explained.evidence) assert.ok(abl.EVIDENCE[name], name);
  }
});

test("columns of any length keep their order", () => {
  const count = 10_001;
  const said = Array.from({ length: count }, (_, k) => (k % 7 === 0 ? null : `number ${k}`));
  const stored = Array.from({ length: count }, (_, k) => `${k + (k % 3 === 0 ? 1 : 0)}`);
  const scores = abl.scorePairs(said, stored, "digits");
  assert.equal(scores.length, count);
  for (let k = 0; k < count; k += 97) assert.equal(scores[k], abl.score(said[k], stored[k], "digits"));
  assert.throws(() => abl.scorePairs(["1"], [], "digits"), RangeError);
  assert.deepEqual(abl.scorePairs([], [], "digits"), new Int16Array());
});

test("values that are no text are missing, whole numbers are figures", () => {
  for (const value of [null, undefined, "", "   ", 1.5, NaN, true, {}, [], Symbol("x"), "\ud800", "x".repeat(5000)]) {
    assert.equal(abl.score(value, "4771", "digits"), -1);
    assert.equal(abl.score("4771", value, "digits"), -1);
    assert.equal(abl.normalize(value, "digits"), null);
  }
  assert.equal(abl.score(4771, "4771", "digits"), 100);
  assert.equal(abl.score(4771n, "4771", "digits"), 100);
  assert.ok(abl.explain("\ud800", "4771", "digits").evidence.includes("invalid_text"));
  assert.ok(abl.explain("x".repeat(5000), "4771", "digits").evidence.includes("too_long"));
  assert.ok(abl.explain({}, "4771", "digits").evidence.includes("not_text"));
});

test("what cannot be answered is said, and changes nothing", () => {
  for (const call of [abl.score, abl.result, abl.explain, abl.scorePairs]) {
    assert.throws(() => call("a", "b", "nickname"), { name: "RangeError", message: /unknown kind `nickname`/ });
    assert.throws(() => call(["a"], ["b"], "text", { region: "ZZ" }), { name: "RangeError", message: /unknown region/ });
    assert.throws(() => call("a", "b", "text", { region: 7 }), TypeError);
  }
  assert.throws(() => abl.normalize("a", "text", { role: "heard" }), RangeError);
  assert.throws(() => abl.score("a", "b", "toString"), RangeError);
  assert.equal(abl.score("555 0142", "5550142", "phone"), 100);
});

test("an instance of its own keeps its token patterns to itself", async () => {
  const bytes = await readFile(new URL("../ablmatch.wasm", import.meta.url));
  const own = await load(new WebAssembly.Module(bytes));
  own.registerTokenPattern("zz-####-*");
  assert.equal(own.score("zz-1234-blue", "zz-1234-blue", "text"), -1);
  assert.equal(abl.score("zz-1234-blue", "zz-1234-blue", "text"), 100);
  assert.throws(() => own.registerTokenPattern("*"), RangeError);
  assert.throws(() => own.registerTokenPattern(7), TypeError);
  assert.equal((await load(bytes)).VERSION, abl.VERSION);
});
