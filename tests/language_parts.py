"""Reads single parts of agents in tests: a snippet of either format by one reader, with the codes it raises."""

import textwrap

from ablmatch.language.diagnostics import Diagnostics
from ablmatch.language.places import Places
from ablmatch.language.reading import Reading
from ablmatch.language.source import Source
from ablmatch.language.text_tree import read_text
from ablmatch.language.yaml_tree import read_yaml


def reading_of(format_name, parameters=None):
    """A reading of one document; `parameters`: those of tools."""
    reading = Reading(format_name, "current", Diagnostics(), Places())
    reading.parameters.update(parameters or {})
    return reading


def node_of(reading, snippet):
    """The tree of a snippet."""
    source = Source("desk", textwrap.dedent(snippet))
    if reading.format == "text":
        return read_text(source, reading.diagnostics)
    return read_yaml(source, reading.diagnostics)[0]


def value_of(reading, snippet):
    """The tree of what stands behind the only key of a snippet."""
    (field,) = node_of(reading, snippet).fields
    return field.node


def read(read_part, snippet, format_name, parameters=None):
    """(what the reader gives for the value of the snippet's only key, the codes of its findings)."""
    reading = reading_of(format_name, parameters)
    part = read_part(reading, value_of(reading, snippet))
    return part, [one.code for one in reading.diagnostics]
