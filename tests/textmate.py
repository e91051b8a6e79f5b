"""A small reader of TextMate grammars, as editors run them: Oniguruma patterns, line by line, with a stack of rules."""

from typing import Any, NamedTuple

import onigurumacffi


class Token(NamedTuple):
    """A stretch of a line and the scopes that it has, the outermost first."""

    text: str
    scopes: tuple[str, ...]


class Open(NamedTuple):
    """A rule that has begun."""

    rule: dict[str, Any]
    ends: Any
    goes_on: Any


class Grammar:
    def __init__(self, grammar: dict[str, Any]) -> None:
        self.grammar = grammar
        self.compiled: dict[str, Any] = {}

    def pattern(self, text: str) -> Any:
        if text not in self.compiled:
            self.compiled[text] = onigurumacffi.compile(text)
        return self.compiled[text]

    def rules(self, rules: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """The rules that match something, includes and groups replaced by theirs."""
        found = []
        for given in rules:
            one = self.grammar["repository"][given["include"].removeprefix("#")] if "include" in given else given
            found.extend([one] if "match" in one or "begin" in one else self.rules(one["patterns"]))
        return found

    def tokens(self, text: str) -> list[list[Token]]:
        """The tokens of each line."""
        stack: list[Open] = []
        return [self._line(line, stack) for line in text.split("\n")]

    def _line(self, line: str, stack: list[Open]) -> list[Token]:
        found: list[Token] = []
        at = 0
        for depth, one in enumerate(stack):
            if one.goes_on is not None and one.goes_on.match(line) is None:
                del stack[depth:]
                break
        while True:
            rules = self.rules(stack[-1].rule["patterns"] if stack else self.grammar["patterns"])
            best = stack[-1].ends.search(line, at) if stack and stack[-1].ends is not None else None
            rule = None
            for one in rules:
                match = self.pattern(one.get("match", one.get("begin"))).search(line, at)
                if match is not None and (best is None or match.start() < best.start()):
                    best, rule = match, one
            if best is None:
                self._add(found, line[at:], stack)
                return found
            self._add(found, line[at : best.start()], stack)
            before = at
            at = best.end()
            if rule is None:
                closed = stack.pop()
                named = closed.rule.get("endCaptures", {}).get("0", {})
                self._add(found, best.group(), stack, closed.rule.get("name"), named.get("name"))
            elif "begin" in rule:
                self._captured(found, best, stack, rule.get("beginCaptures", {}), rule.get("name"))
                stack.append(Open(rule, *self._endings(rule, best)))
            else:
                self._captured(found, best, stack, rule.get("captures", {}), rule.get("name"))
                # A rule that takes nothing must not stand still.
                if at == before and at == best.start():
                    self._add(found, line[at : at + 1], stack)
                    at += 1
            if at > len(line):
                return found

    def _endings(self, rule: dict[str, Any], begun: Any) -> tuple[Any, Any]:
        """The patterns of the end or of the lines that go on, in which a reference 1 is what the beginning took."""
        first = begun.group(1) if "\\1" in rule.get("while", "") else ""
        goes_on = rule.get("while")
        return (
            self.pattern(rule["end"]) if "end" in rule else None,
            self.pattern(goes_on.replace("\\1", first)) if goes_on is not None else None,
        )

    def _add(self, found: list[Token], text: str, stack: list[Open], *names: str | None) -> None:
        if text:
            open_names = [one.rule.get("name") or one.rule.get("contentName") for one in stack]
            found.append(Token(text, tuple(name for name in (*open_names, *names) if name)))

    def _captured(self, found: list[Token], match: Any, stack: list[Open], captures: Any, name: str | None) -> None:
        """The stretches of the captures; none of the grammar's captures lies in another but in number 0."""
        whole = captures.get("0", {}).get("name")
        at = match.start()
        for number in sorted(int(one) for one in captures if one != "0"):
            start, end = match.span(number)
            if start < 0 or start == end:
                continue
            self._add(found, match.string[at:start], stack, name, whole)
            self._add(found, match.string[start:end], stack, name, captures[str(number)]["name"])
            at = end
        self._add(found, match.string[at : match.end()], stack, name, whole)
