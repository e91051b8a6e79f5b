"""Models of extraction that answer from a list, and conversations for them."""

import threading


class ScriptedModel:
    """Gives one answer after the other, the last one again and again; raises those that are exceptions."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.calls = []
        self._lock = threading.Lock()

    def __call__(self, system, prompt, schema):
        with self._lock:
            self.calls.append((system, prompt, schema))
            answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, BaseException):
            raise answer
        return answer(prompt) if callable(answer) else answer


class HeldModel(ScriptedModel):
    """A model whose calls wait until they are let go; `begun` is counted up by each."""

    def __init__(self, *answers):
        super().__init__(*answers)
        self.begun = threading.Semaphore(0)
        self.go = threading.Semaphore(0)

    def __call__(self, system, prompt, schema):
        self.begun.release()
        assert self.go.acquire(timeout=60)
        return super().__call__(system, prompt, schema)


def said(*texts):
    """A conversation in which user and assistant take turns."""
    return [{"role": ("user", "assistant")[at % 2], "content": text} for at, text in enumerate(texts)]


def facts(*texts):
    return {"facts": {"facts": list(texts)}}
