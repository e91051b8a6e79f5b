"""Findings as text with the place shown, as JSON and as SARIF: three renderings of the same values."""

from __future__ import annotations

from ablmatch.language.render.json_form import to_json
from ablmatch.language.render.sarif import to_sarif
from ablmatch.language.render.text import excerpt, plain, render, summary_line

__all__ = ["excerpt", "plain", "render", "summary_line", "to_json", "to_sarif"]
