"""`search_memory`: stored values as entries of text, found by the words that they hold."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from ablmatch.memory.extractors import ResolvedExtractor
from ablmatch.memory.lexical import Query

NAME = "search_memory"
MOST_RESULTS = 10


def entries(value: Any) -> Iterator[str]:
    """The searchable texts of a value: a list's items, an object's behind their keys, a scalar's text, of null none."""
    if isinstance(value, dict):
        for key, held in value.items():
            if isinstance(held, list) and all(isinstance(one, str) for one in held):
                yield from (f"{key}: {one}" for one in held)
            elif held is not None:
                yield f"{key}: {_json(held)}"
    elif isinstance(value, list):
        yield from (_text(one) for one in value if one is not None)
    elif value is not None:
        yield _text(value)


def check_query(query: object) -> str:
    """The query.  Raises ValueError for what is no text, and for an empty one."""
    if not isinstance(query, str) or not query:
        raise ValueError("query must be a text of at least one character")
    return query


def search(values: Iterable[tuple[str, Any]], query: str) -> dict[str, list[dict[str, Any]]]:
    """The best entries of values by slug, those without a word of the query left out; equal scores in stored order."""
    asked = Query(query)
    found: list[dict[str, Any]] = [
        {"slug": slug, "entry": entry, "score": score}
        for slug, value in values
        for entry in entries(value)
        if (score := asked.score(entry)) > 0
    ]
    found.sort(key=lambda one: -one["score"])
    return {"results": found[:MOST_RESULTS]}


def search_tool(resolved: Iterable[ResolvedExtractor]) -> dict[str, Any]:
    """The tool as a model is offered it: a name, a description and a JSON Schema of the arguments."""
    known = list(resolved)
    listed = "\n".join(
        f"- {one.extractor.slug} ({one.extractor.name}): {' '.join(one.instructions.split())}" for one in known
    )
    description = (
        "Search what earlier conversations left in memory. Words are matched as they are written: an empty answer "
        "means only that nothing holds a word of this query, so try other words before you conclude that nothing is "
        "known.\n"
        f"What can be searched:\n{listed}"
    )
    slugs = [one.extractor.slug for one in known]
    parameters = {
        "type": "object",
        "properties": {
            "query": {"type": "string", "minLength": 1, "description": "The words to look for."},
            "slug": {"type": "string", "enum": slugs, "description": "Where to look; everywhere without it."},
        },
        "required": ["query"],
        "additionalProperties": False,
    }
    return {"name": NAME, "description": description, "parameters": parameters}


def _text(value: Any) -> str:
    return value if isinstance(value, str) else _json(value)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
