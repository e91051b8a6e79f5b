"""A slow evaluator that walks the tree, one short case for each form: what compiled expressions are held against.

It shares the values and the table of functions with the product, not the way in which trees become Python.
"""

from ablmatch.language import nodes, regex
from ablmatch.language.errors import ExpressionError
from ablmatch.language.functions import FUNCTIONS
from ablmatch.language.values import contains, cut, equal, finite, is_number, order, to_number, to_text, truthy


def value_of(node, names, moment):  # noqa: C901, PLR0912 - one case for each form
    """The value of a tree over plain names; raises ExpressionError."""

    def value(inner):
        return value_of(inner, names, moment)

    match node:
        case nodes.Literal():
            return node.value
        case nodes.Regex():
            return node.pattern
        case nodes.Path():
            return path(node.names, names)
        case nodes.Member():
            return segment(value(node.target), node.name)
        case nodes.Index():
            return indexed(value(node.target), value(node.place))
        case nodes.ListOf():
            return [value(item) for item in node.items]
        case nodes.ObjectOf():
            return {name: value(item) for name, item in node.items}
        case nodes.Call():
            return called(node, value, moment)
        case nodes.Method():
            return method(node, value)
        case nodes.Not():
            return not truthy(value(node.operand))
        case nodes.Negative():
            return -number(value(node.operand))
        case nodes.IsSet():
            return presence(node, value, names)
        case nodes.IsNumber():
            return is_number(value(node.operand))
        case nodes.Choice():
            return value(node.yes if truthy(value(node.test)) else node.no)
        case nodes.Binary(sign="AND"):
            return truthy(value(node.left)) and truthy(value(node.right))
        case nodes.Binary(sign="OR"):
            return truthy(value(node.left)) or truthy(value(node.right))
        case nodes.Binary(sign="IMPLIES"):
            return not truthy(value(node.left)) or truthy(value(node.right))
        case nodes.Binary():
            left = value(node.left)
            return operated(node.sign, left, value(node.right))
    raise AssertionError(node)


def path(segments, names):
    flat = ".".join(segments)
    if segments[0] == "tool_args":
        found = names.get("tool_args")
    elif flat in names:
        return names[flat]
    else:
        found = names.get(segments[0])
    for name in segments[1:]:
        found = segment(found, name)
    if found is None and segments[0] == "tool_args":
        raise ExpressionError("unbound_tool_args", flat)
    return found


def segment(value, name):
    if isinstance(value, dict):
        return value.get(name)
    if name == "length" and isinstance(value, (str, list)):
        return len(value)
    if isinstance(value, list) and name.isdecimal() and int(name) < len(value):
        return value[int(name)]
    return None


def indexed(value, place):
    if place is None:
        return None
    if not isinstance(value, list):
        return segment(value, to_text(place))
    at = to_number(place)
    return value[int(at)] if at is not None and at == int(at) and 0 <= at < len(value) else None


def called(node, value, moment):
    function = FUNCTIONS.get(node.name)
    if function is None:
        raise ExpressionError("unknown_function", node.name)
    if not function.takes(len(node.arguments)):
        raise ExpressionError("bad_argument", node.name)
    arguments = [value(one) for one in node.arguments]
    return function.run(moment, *arguments) if function.timed else function.run(*arguments)


def method(node, value):
    if node.name not in nodes.METHODS:
        raise ExpressionError("unknown_function", node.name)
    if len(node.arguments) != nodes.METHODS[node.name]:
        raise ExpressionError("bad_argument", node.name)
    target, *arguments = [value(one) for one in (node.target, *node.arguments)]
    return FUNCTIONS["size"].run(target) if node.name == "size" else operated(node.name, target, *arguments)


def presence(node, value, names):
    try:
        found = value(node.operand) is not None
    except ExpressionError as error:
        if error.code != "unbound_tool_args" or "tool_args" not in names:
            raise
        found = False
    return found is not node.negated


def number(value):
    found = 0 if value is None else to_number(value)
    if found is None:
        raise ExpressionError("bad_argument", "no number")
    return found


def operated(sign, left, right):  # noqa: C901, PLR0912 - one case for each operator
    match sign:
        case "==":
            return equal(left, right)
        case "!=":
            return not equal(left, right)
        case "<":
            return order(left, right) == -1
        case ">":
            return order(left, right) == 1
        case "<=":
            return order(left, right) in {-1, 0}
        case ">=":
            return order(left, right) in {0, 1}
        case "IN":
            return contains(right, left)
        case "contains":
            return contains(left, right)
        case "startsWith":
            return isinstance(left, str) and right is not None and left.startswith(to_text(right))
        case "endsWith":
            return isinstance(left, str) and right is not None and left.endswith(to_text(right))
        case "matches":
            if not isinstance(right, str):
                raise ExpressionError("bad_regex", "no text")
            regex.compiled(right)
            return left is not None and regex.search(right, to_text(left)) is not None
        case "+" if isinstance(left, str) or isinstance(right, str):
            return cut(to_text(left) + to_text(right))
    one, other = number(left), number(right)
    if sign in {"/", "%"} and other == 0:
        raise ExpressionError("division_by_zero", sign)
    if sign == "%":
        # The sign is that of the dividend.
        return finite(abs(one) % abs(other) * (-1 if one < 0 else 1))
    results = {"+": lambda: one + other, "-": lambda: one - other, "*": lambda: one * other, "/": lambda: one / other}
    return finite(results[sign]())
