"""Writes docs/project.schema.json: the JSON Schema of what `ablmatch compile` gives.

Run: python tools/project_schema.py
"""

import json
from pathlib import Path

from ablmatch.language.ir import json_schema

TARGET = Path(__file__).resolve().parent.parent / "docs" / "project.schema.json"

if __name__ == "__main__":
    TARGET.write_text(json.dumps(json_schema(), indent=2) + "\n", "utf-8")
