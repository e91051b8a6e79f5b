"""What MkDocs does besides the pages of docs/: pages from elsewhere, and a last look at what was built.

The pages of the diagnostic codes are written from the code table; the package for JavaScript and the changelog come
from their places in the repository. A built site that would fetch anything from another host is warned about, which
`mkdocs build --strict` takes for a failure.
"""

from __future__ import annotations

import logging
import re
from pathlib import Path
from typing import Any

import diagnostics
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parent.parent.parent
# Pages that lie elsewhere: where on the site, and where in the repository.
ELSEWHERE = {"javascript.md": "js/README.md", "changelog.md": "CHANGELOG.md"}
MODULE = "playground/ablmatch/ablmatch.wasm"
# What a browser fetches by itself; links that a reader may follow do not count.
FETCHED = re.compile(
    r"""<(?:script|img|iframe|source)\b[^>]*\bsrc=["']?(?:https?:)?//[^"' >]+"""
    r"""|<link\b[^>]*\brel=["']?(?:stylesheet|preload|preconnect|icon|modulepreload)[^>]*"""
    r"""\bhref=["']?(?:https?:)?//[^"' >]+"""
    r"""|url\(["']?(?:https?:)?//[^)]+\)|@import ["'](?:https?:)?//[^"']+""",
    re.IGNORECASE,
)
log = logging.getLogger("mkdocs.plugins.ablmatch")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that do not lie in docs/."""
    for page, source in ELSEWHERE.items():
        files.append(File.generated(config, page, content=(ROOT / source).read_text("utf-8")))
    for name, text in diagnostics.pages():
        files.append(File.generated(config, f"diagnostics/{name}.md", content=text))
    if files.get_file_from_path(MODULE) is None:
        log.warning("the page that tries a pair has no matcher: run python tools/wasm.py")
    return files


def on_post_build(config: MkDocsConfig, **_: Any) -> None:
    """Warn of everything that a page of the site would fetch from another host."""
    site = Path(config.site_dir)
    for path in sorted(site.rglob("*")):
        if path.suffix in {".html", ".css"}:
            for found in FETCHED.finditer(path.read_text("utf-8")):
                log.warning("%s fetches from another host: %s", path.relative_to(site), found[0][:200])
