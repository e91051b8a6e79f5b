// Reads lines [kind, said, stored, region] and writes what the package answers: [score, result, said form, stored form,
// evidence, parts, reading], and last of all the scores of all pairs as columns, kind by kind.
//
//     node answers.mjs MODULE < pairs.jsonl > answers.jsonl
import { readFileSync, writeSync } from "node:fs";

const abl = await import(process.argv[2]);
const pairs = readFileSync(0, "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));
const columns = {};
let written = "";
for (const [kind, said, stored, region] of pairs) {
  const found = abl.explain(said, stored, kind, { region });
  const parts = found.parts.map((part) => [part.name, part.said, part.stored, part.how]);
  if (abl.score(said, stored, kind, { region }) !== found.score) throw new Error("explain and score differ");
  const column = (columns[`${kind} ${region}`] ??= { said: [], stored: [] });
  column.said.push(said);
  column.stored.push(stored);
  const { score, result, said: saidForm, stored: storedForm, evidence, reading } = found;
  written += JSON.stringify([score, result, saidForm, storedForm, evidence, parts, reading]) + "\n";
}
const batches = Object.entries(columns).map(([terms, { said, stored }]) => {
  const [kind, region] = terms.split(" ");
  return [kind, region, Array.from(abl.scorePairs(said, stored, kind, { region }))];
});
for (let rest = Buffer.from(written + JSON.stringify(batches) + "\n"); rest.length > 0; ) rest = rest.subarray(writeSync(1, rest));
