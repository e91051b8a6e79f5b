"""`ablmatch explain`: the page of a diagnostic code."""

from __future__ import annotations

import textwrap

import click

from ablmatch.verify.errors import BadInput, shown


@click.command("explain", short_help="Tell what a diagnostic code means.")
@click.argument("code", required=False)
@click.option("--all", "every", is_flag=True, help="List all codes.")
def explain_command(code: str | None, every: bool) -> int:
    """Tell what a diagnostic CODE means, with an example that raises it and one that does not."""
    if every == (code is not None):
        raise click.UsageError("name one code, or ask for --all")
    from ablmatch.language.codes import CODES, TABLE

    if code is None:
        width = max(len(one.name) for one in TABLE)
        for one in TABLE:
            click.echo(f"{one.name:{width}}  {one.severity:7}  {one.title}")
        return 0
    row = CODES.get(code) or CODES.get(code.upper())
    if row is None:
        from ablmatch.language.nearest import nearest

        near = nearest(code.upper(), list(CODES))
        remedy = f"did you mean {near}?" if near else "`ablmatch explain --all` lists them"
        raise BadInput(f"unknown code {shown(code)}: {remedy}")
    from ablmatch.cli.paint import painter
    from ablmatch.language.render.example import annotated

    paint = painter()
    edition = ", legacy edition only" if row.edition == "legacy" else ""
    click.echo(f"{paint(f'{row.severity}[{row.name}]', row.severity)}{edition}: {paint(row.title, 'bold')}")
    click.echo("\n" + textwrap.fill(row.explanation, 100))
    if row.only is not None:
        form, why = row.only
        click.echo("\n" + textwrap.fill(f"Only in {'YAML' if form == 'yaml' else 'the text format'}: {why}.", 100))
    if row.bad:
        click.echo(f"\n{paint('This raises it:', 'bold')}\n" + "\n".join(annotated(row.bad, row, paint)))
    click.echo(f"\n{paint('This does not:', 'bold')}\n" + "\n".join(annotated(row.good, row, paint)))
    return 0
