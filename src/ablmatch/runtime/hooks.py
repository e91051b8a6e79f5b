"""HOOKS and ON_START: CALL, SET, then the first branch that holds (language.md 1.7.1, 1.7.2, 7.13)."""

from __future__ import annotations

from ablmatch.language import ir
from ablmatch.language.errors import ExpressionError
from ablmatch.language.values import truthy
from ablmatch.runtime import actions, messages, tools
from ablmatch.runtime.actions import HOOK
from ablmatch.runtime.work import Work


def run(work: Work, point: str, *, start: int = 0, waits: bool = True) -> bool:
    """Runs a hook of the active agent; False where it waits for a tool, to go on from there.

    `start`: the call to go on with.  `waits`: False where the hook does not wait, because its agent is leaving.
    """
    hook = work.agent.agent.hooks.get(point)
    if hook is None:
        return True
    work.trace("hook", point=point)
    if not calls(work, hook, point, start=start, waits=waits):
        return False
    finish(work, hook, branches=point != "before_turn")
    return True


def is_critical(work: Work) -> bool:
    """Whether the hook that waits for a tool must not fail."""
    hook = work.agent.agent.hooks.get(work.state.resume[0]) if work.state.resume else None
    return hook is not None and hook.critical


def calls(work: Work, hook: ir.Hook, point: str, *, start: int, waits: bool) -> bool:
    """Its tools, one after the other; False where one must be answered first."""
    for at in range(start, len(hook.calls)):
        if tools.ask(work, hook.calls[at]) and waits:
            work.state.resume = [point, str(at + 1)]
            work.thread.pending = hook.calls[at].tool
            return False
    return True


def finish(work: Work, hook: ir.Hook, *, branches: bool) -> None:
    """SET and CLEAR, the interaction language, and what is said."""
    actions.assign(work, hook.set, HOOK)
    work.clear(hook.clear, to_initial=False)
    if hook.clear_language:
        work.state.interaction_language = None
    if hook.language is not None:
        _language(work, hook.language)
    if branches:
        respond(work, hook)


def respond(work: Work, hook: ir.Hook, *, guarded: bool = True) -> bool:
    """The first branch that holds, else RESPOND. True where something was said."""
    for branch in hook.branches:
        if branch.when is not None:
            try:
                if not truthy(work.evaluate(branch.when)):
                    continue
            except ExpressionError as error:
                # Not evaluable: the branch does not hold, the next one is tried.
                work.trace("dsl_on_start_branch_error", reason=error.code)
                continue
        before = len(work.outcome.effects)
        for step in branch.steps:
            if isinstance(step, ir.Respond):
                work.say(work.render(step.text), guarded=guarded)
            else:
                actions.run(work, (step,), HOOK)
        return len(work.outcome.effects) > before
    said = messages.of_key(work, hook.other.get("message_key")) if hook.respond is None else work.render(hook.respond)
    if said is not None:
        work.say(said, guarded=guarded)
    return said is not None


def _language(work: Work, written: str) -> None:
    """A tag, or an expression that gives one; what is no tag is ignored."""
    value: object = written
    if not _is_tag(written):
        try:
            value = work.evaluate(written)
        except ExpressionError:
            value = None
    if isinstance(value, str) and _is_tag(value):
        work.state.interaction_language = value
    else:
        work.trace("INTERACTION_LANGUAGE_INVALID")


def _is_tag(text: str) -> bool:
    first, *rest = text.split("-")
    return first.isalpha() and first.isascii() and 2 <= len(first) <= 3 and all(1 <= len(one) <= 8 for one in rest)
