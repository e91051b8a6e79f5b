// The page's only script: asks the matcher on every change and writes its answer down, as text, never as markup.
import { load } from "./ablmatch/core.mjs";

const EXAMPLES = [
  ["email", "tess dot holloway at quillmark dot example", "tess.holloway@quillmark.example"],
  ["phone", "five five five, oh one four two", "(555) 010-0142"],
  ["digits", "four double seven, no sorry, four double eight one", "4881"],
  ["address", "twelve oak street apartment five b riverton", "12 Oak St, Apt 5B, Riverton"],
  ["person_name", "Bob Hargreaves", "Robert J. Hargreaves"],
  ["person_name", "Александр Петров", "Alexander Petrov"],
  ["text", "the colour is light blue", "light blue"],
  ["auto", "July the fourth nineteen eighty", "1980-07-04"],
];

const at = (id) => document.getElementById(id);
const shown = (text) => text ?? "nothing";

function list(place, texts) {
  place.replaceChildren(
    ...texts.map((text) => {
      const item = document.createElement("li");
      item.textContent = text;
      return item;
    }),
  );
}

function show(abl) {
  const found = abl.explain(at("said").value, at("stored").value, at("kind").value, {
    region: at("region").value.toUpperCase(),
  });
  at("answer").dataset.result = found.result;
  at("score").textContent = found.score < 0 ? "–" : String(found.score);
  at("result").textContent = found.result;
  at("judged-by").textContent = at("kind").value === "auto" ? `judged as ${found.kind}` : "";
  at("mark").style.width = `${Math.max(0, found.score)}%`;
  at("scale").setAttribute("aria-label", found.score < 0 ? "no score" : `${found.score} of 100`);
  at("reading").textContent = found.reading ?? "as it is written";
  at("said-form").textContent = shown(found.said);
  at("stored-form").textContent = shown(found.stored);
  list(at("evidence"), found.evidence.map((name) => abl.EVIDENCE[name]));
  at("parts").hidden = found.parts.length === 0;
  at("parts").tBodies[0].replaceChildren(
    ...found.parts.map((part) => {
      const row = document.createElement("tr");
      for (const text of [part.name, part.said, part.stored, part.how]) row.insertCell().textContent = text;
      return row;
    }),
  );
}

function update(abl) {
  const problem = at("problem");
  try {
    show(abl);
    problem.hidden = true;
    at("judged").hidden = false;
  } catch (error) {
    problem.textContent = error.message;
    problem.hidden = false;
    at("judged").hidden = true;
  }
}

function offerExamples(abl) {
  for (const [kind, said, stored] of EXAMPLES) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = `${kind}: “${said}” / “${stored}”`;
    button.addEventListener("click", () => {
      at("kind").value = kind;
      at("said").value = said;
      at("stored").value = stored;
      update(abl);
      at("said").focus();
    });
    const item = document.createElement("li");
    item.append(button);
    at("examples").append(item);
  }
}

try {
  const abl = await load(fetch(new URL("./ablmatch/ablmatch.wasm", import.meta.url)));
  at("kind").replaceChildren(...abl.KINDS.map((kind) => new Option(kind, kind)));
  offerExamples(abl);
  at("pair").addEventListener("input", () => update(abl));
  at("pair").addEventListener("submit", (event) => event.preventDefault());
  update(abl);
} catch (error) {
  at("problem").textContent = `The matcher could not be loaded: ${error.message}`;
  at("problem").hidden = false;
}
at("loading").hidden = true;
at("answer").setAttribute("aria-busy", "false");
