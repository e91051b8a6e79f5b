"""An example of a diagnostic code: a source with numbered lines, and what the check says of it below them."""

from __future__ import annotations

from ablmatch.language.codes import Code
from ablmatch.language.compiler import check
from ablmatch.language.render.text import Paint, excerpt, plain


def annotated(text: str, row: Code, paint: Paint = plain) -> list[str]:
    """Lines of `text`, an example of `row`, each finding under the line that it speaks of."""
    lines: list[str] = []
    parts = {str(at): part for at, part in enumerate(text.split("---\n"))}
    findings = check(parts, edition=row.edition, lints=row.lint)
    for name, part in parts.items():
        found = [one for one in findings if one.source == name]
        if lines:
            lines.append(paint("---", "gutter"))
        written = part.splitlines()
        for number, line in enumerate(written, 1):
            lines.append(f"{paint(f'{number:>3}', 'gutter')} {paint('|', 'gutter')} {paint(line, 'code')}".rstrip())
            for one in found:
                # What is missing is missed behind the last line.
                if min(one.line, len(written)) == number:
                    carets = excerpt(one.span, one.severity, paint)[-1]
                    lines.append(f"{' ' * (3 - len(str(number)))}{carets} {one.message}")
    return lines
