"""Each engine in its own words.  Run as a process: it answers once, then times a pass for each line that it reads.

Three of the packages are imported by one name, `cel`, so no two engines share a process.
"""

from __future__ import annotations

import gc
import json
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from contexts import CEL_PLAIN, CEL_RULE, PLAIN, RULE, contexts

import ablmatch as abl


class Job(NamedTuple):
    """`evaluate` of each of the items is one evaluation."""

    evaluate: Callable[[Any], Any]
    items: Sequence[Any]


def ablmatch_rule(form: str) -> Job:
    from ablmatch.runtime.evaluator import Scope, compiled

    if form == "values":
        return Job(lambda values: abl.evaluate(PLAIN, values), contexts())
    return Job(compiled(RULE if form == "rule" else PLAIN), [Scope(values) for values in contexts()])


def common_expression_language(form: str) -> Job:
    import cel

    program = cel.compile(CEL_RULE if form == "rule" else CEL_PLAIN)
    if form == "values":
        return Job(program.execute, contexts())
    functions = {"match_score": abl.match_score}
    return Job(program.execute, [cel.Context(values, functions) for values in contexts()])


def python_cel(form: str) -> Job:
    import cel

    program = cel.Program(CEL_RULE if form == "rule" else CEL_PLAIN)
    if form == "values":
        return Job(lambda values: program.execute(cel.Context(values)), contexts())
    functions = {"match_score": abl.match_score}
    return Job(program.execute, [cel.Context(values, functions) for values in contexts()])


def cel_bind(form: str) -> Job:
    """It knows no prepared context: a mapping is given to each evaluation."""
    import cel

    pool, registry, text = cel.DescriptorPool(), cel.FunctionRegistry(), cel.StringType()
    registry.add_function("match_score", abl.match_score, cel.IntType(), [text, text, text])
    types = dict.fromkeys("abc", text)
    expression = cel.Compiler(pool, types, registry).compile_to_checked_expr(CEL_RULE if form == "rule" else CEL_PLAIN)
    interpreter = cel.Interpreter(pool, types, registry)
    plan = interpreter.build_expression_plan(expression)
    return Job(lambda values: interpreter.evaluate(plan, values), contexts())


def cel_expr_python(form: str) -> Job:
    from cel_expr_python import cel

    text = cel.Type.STRING
    overload = cel.Overload("match_score_texts", cel.Type.INT, [text, text, text], impl=abl.match_score)
    env = cel.NewEnv(variables=dict.fromkeys("abc", text), functions=[cel.FunctionDecl("match_score", [overload])])
    program = env.compile(CEL_RULE if form == "rule" else CEL_PLAIN)
    if form == "values":
        return Job(lambda values: program.eval(data=values).value(), contexts())
    return Job(lambda activation: program.eval(activation).value(), [env.Activation(one) for one in contexts()])


def cel_python(form: str) -> Job:
    import celpy

    env = celpy.Environment()
    functions = {"match_score": lambda *texts: celpy.celtypes.IntType(abl.match_score(*map(str, texts)))}
    program = env.program(env.compile(CEL_RULE if form == "rule" else CEL_PLAIN), functions=functions)
    if form == "values":
        return Job(lambda values: program.evaluate(celpy.json_to_cel(values)), contexts())
    return Job(program.evaluate, [celpy.json_to_cel(values) for values in contexts()])


# By the name of the package, with the version that was measured.
ENGINES: dict[str, tuple[str, Callable[[str], Job]]] = {
    "ablmatch": ("", ablmatch_rule),
    "common-expression-language": ("0.10.0", common_expression_language),
    "python-cel": ("0.1.1", python_cel),
    "cel-bind": ("0.8.4", cel_bind),
    "cel-expr-python": ("0.1.3", cel_expr_python),
    "cel-python": ("0.5.0", cel_python),
}
FORMS = {
    "plain": "the contexts are prepared, no matcher",
    "values": "the values are a mapping that is given to each evaluation, no matcher",
    "rule": "the contexts are prepared, with the matcher (theirs: as a function of the host)",
}


def main() -> None:
    name, form = sys.argv[1:]
    job = ENGINES[name][1](form)
    print(json.dumps([bool(job.evaluate(item)) for item in job.items]), flush=True)
    gc.disable()
    evaluate, items = job
    for line in sys.stdin:
        # Of a slow engine a part of the contexts is enough.
        some = items[: int(line)]
        start = time.perf_counter()
        for item in some:
            evaluate(item)
        print(1e9 * (time.perf_counter() - start) / len(some), flush=True)


if __name__ == "__main__":
    main()
