"""Policies: strict reading, what rules reach and write, and the same rules judged by an oracle."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ablmatch.memory.policy import (
    DEFAULT_POLICY,
    Atom,
    Policy,
    Rule,
    label_view,
    may_write,
    reach,
    require_erase,
    require_write,
)
from ablmatch.memory.policy_reading import policy_document, read_policy, stored_policy
from ablmatch.memory.refusals import Refusal
from ablmatch.memory.request import Request
from ablmatch.memory.vocabulary import FREE, check_labels, read_vocabulary
from ablmatch.stores.records.reach import NOTHING

EVERYONE = {"id": "memory-record-everyone", "effect": "permit", "kind": "memory_record",
            "match": {"labels": {"subject": "", "audience": "everyone"}}}  # fmt: skip
DEPARTMENT = {"id": "memory-record-department", "effect": "permit", "kind": "memory_record",
              "match": {"labels": {"subject": ""}},
              "when": [{"atom": "label_among", "label": "department", "attribute": "department"}]}  # fmt: skip
WRITE = {"id": "write", "effect": "permit", "kind": "memory_write"}
DEFAULTS = policy_document(DEFAULT_POLICY)["rules"]
NOBODY, JAN = Request(), Request("jan")


def rules(*entries):
    return read_policy({"rules": list(entries)})


# --- The departments of the source document -----------------------------------------------------------------------

DEPARTMENTS = rules(*[rule for rule in DEFAULTS if rule["id"] != "memory-record-shared"], EVERYONE, DEPARTMENT)
RECORDS = {
    "E": label_view("", {"audience": "everyone"}),
    "P": label_view("", {"department": "payroll"}),
    "N": label_view("", {}),
    "anna's": label_view("anna", {"department": "reception"}),
    "bob's": label_view("bob", {}),
}


@pytest.mark.parametrize("request_, seen", [
    (Request("anna", {"department": ("payroll",)}), {"E", "P", "anna's"}),
    (Request("bob", {"department": ("reception",)}), {"E", "bob's"}),
    (Request("bob"), {"E", "bob's"}), (Request("eva"), {"E"}), (Request("anna"), {"E", "anna's"}),
    (Request("anna", {"department": ()}), {"E", "anna's"}), (Request("anna", {"team": ("payroll",)}), {"E", "anna's"}),
    (Request("bob", {"department": ("payroll", "reception")}), {"E", "P", "bob's"}),
    (Request(), set(RECORDS)), (Request(None, {"department": ("payroll",)}), set(RECORDS)),
])  # fmt: skip
def test_departments(request_, seen):
    found = reach(DEPARTMENTS, "memory_record", request_)
    assert {name for name, view in RECORDS.items() if found.permits(view)} == seen


@pytest.mark.parametrize("request_, seen", [
    (Request("bob"), {"E", "P", "N", "bob's"}), (Request("anna"), {"E", "P", "N", "anna's"}), (Request(), set(RECORDS)),
])  # fmt: skip
def test_default_rules(request_, seen):
    found = reach(DEFAULT_POLICY, "memory_record", request_)
    assert {name for name, view in RECORDS.items() if found.permits(view)} == seen


def test_metadata_counts_only_while_the_organisation_moves_to_labels():
    anna = Request("anna", {"department": ("payroll",)})
    metadata = {"department": "payroll", "subject": "anna", "audience": ["everyone"]}
    moving = reach(DEPARTMENTS, "memory_record", anna, labels_from_metadata=True)
    view = label_view("", {}, metadata)
    assert view == {"department": "payroll", "subject": ""}
    assert moving.permits(view) and moving.permits(label_view("", {}), metadata)
    assert label_view("", {}) == {"subject": ""}
    still = reach(DEPARTMENTS, "memory_record", anna)
    assert not still.permits(label_view("", {})) and not still.permits(label_view("", {}), metadata)
    assert label_view("", {"department": "hr"}, metadata)["department"] == "hr"


# --- Writing and erasing ----------------------------------------------------------------------------------------


def test_nothing_is_written_by_default():
    for request_, view in itertools.product([NOBODY, JAN], RECORDS.values()):
        assert not may_write(DEFAULT_POLICY, request_, None, view)
        with pytest.raises(Refusal):
            require_write(DEFAULT_POLICY, request_, None, view)


@pytest.mark.parametrize("old, new, allowed", [
    (None, {"audience": "everyone"}, True), (None, {}, False), ({"audience": "everyone"}, {"audience": "everyone"}, True),
    ({}, {"audience": "everyone"}, False), ({"audience": "everyone"}, {}, False), ({"audience": "everyone"}, None, True),
    ({}, None, False),
])  # fmt: skip
def test_a_change_must_be_permitted_for_both_versions(old, new, allowed):
    policy = rules({**EVERYONE, "kind": "memory_write"})
    views = [None if labels is None else label_view("", labels) for labels in (old, new)]
    assert may_write(policy, NOBODY, *views) is allowed


def test_no_change_of_nothing():
    assert not may_write(rules(WRITE), NOBODY, None, None)


@pytest.mark.parametrize("request_, old, new, code", [
    (JAN, None, "jan", None), (JAN, "jan", "jan", None), (JAN, "jan", None, None), (NOBODY, None, "", None),
    (NOBODY, "jan", "jan", None), (JAN, "", "", "record_read_only"), (JAN, "", None, "record_read_only"),
    (JAN, "piet", None, "record_read_only"), (JAN, "jan", "", "record_read_only"), (JAN, None, "", "record_read_only"),
])  # fmt: skip
def test_who_names_a_person_changes_hers_alone(request_, old, new, code):
    views = [None if subject is None else label_view(subject, {}) for subject in (old, new)]
    if code is None:
        require_write(rules(WRITE), request_, *views)
        with pytest.raises(Refusal) as caught:
            require_write(DEFAULT_POLICY, request_, *views)
        assert (caught.value.code, caught.value.status) == ("memory_write_denied", 403)
    else:
        with pytest.raises(Refusal) as caught:
            require_write(rules(WRITE), request_, *views)
        assert (caught.value.code, caught.value.status) == (code, 403)


ERASE = {"id": "erase", "effect": "permit", "kind": "subject_erase"}
ERASE_OWN = {**ERASE, "when": [{"atom": "label_is_subject", "label": "subject"}]}


@pytest.mark.parametrize("rule, request_, subject, code", [
    (ERASE, NOBODY, "jan", None), (ERASE, JAN, "jan", None), (ERASE, JAN, "piet", "subject_forbidden"),
    (ERASE_OWN, JAN, "jan", None), (ERASE_OWN, NOBODY, "jan", "erase_denied"), (WRITE, NOBODY, "jan", "erase_denied"),
])  # fmt: skip
def test_erasing_needs_a_rule_and_reaches_the_named_person_only(rule, request_, subject, code):
    if code is None:
        require_erase(rules(rule), request_, subject)
    else:
        with pytest.raises(Refusal) as caught:
            require_erase(rules(rule), request_, subject)
        assert (caught.value.code, caught.value.status) == (code, 403)


# --- Reading ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("entry, place", [
    ({**WRITE, "effect": "deny"}, r"rules\[0\].effect"), ({**WRITE, "kind": "memory"}, r"rules\[0\].kind"),
    ({**WRITE, "kind": ["memory_write"]}, r"rules\[0\].kind"), ({**WRITE, "labels": {}}, "unknown field 'labels'"),
    ({**WRITE, "id": ""}, r"rules\[0\].id"), ({**WRITE, "id": 5}, r"rules\[0\].id"), ({"effect": "permit"}, "id"),
    ({"id": "x", "kind": "memory_write"}, "effect"), ({"id": "x", "effect": "permit"}, "kind"),
    ({**WRITE, "match": []}, "match"), ({**WRITE, "match": {"types": []}}, "unknown field 'types'"),
    ({**WRITE, "match": {"labels": {"a": 5}}}, "labels.a"), ({**WRITE, "match": {"labels": {"a b": "x"}}}, "labels"),
    ({**WRITE, "match": {"labels": {"a": "x\ny"}}}, "labels.a"), ({**WRITE, "match": {"labels": {"a": "\ud800"}}}, "labels.a"),
    ({**WRITE, "when": {}}, "when"), ({**WRITE, "when": ["no_subject"]}, r"when\[0\].atom"),
    ({**WRITE, "when": [{"atom": "always"}]}, r"when\[0\].atom"), ({**WRITE, "when": [{"atom": ["x"]}]}, r"when\[0\].atom"),
    ({**WRITE, "when": [{"atom": "no_subject", "label": "x"}]}, "unknown field 'label'"),
    ({**WRITE, "when": [{"atom": "label_among", "label": "x"}]}, "needs attribute"),
    ({**WRITE, "when": [{"atom": "label_among", "label": "x", "attribute": ""}]}, "attribute"),
    ({**WRITE, "when": [{"atom": "label_is_subject", "label": 5}]}, "label"), ("permit all", r"rules\[0\]"), (None, "object"),
])  # fmt: skip
def test_what_is_unknown_is_refused_and_permits_nothing_when_stored(entry, place):
    with pytest.raises(Refusal, match=place) as caught:
        read_policy({"rules": [entry]})
    assert (caught.value.code, caught.value.status) == ("policy_invalid", 422)
    assert stored_policy({"rules": [entry, WRITE]}) == rules(WRITE)
    assert stored_policy({"rules": [entry]}).rules == ()


@pytest.mark.parametrize("document", [
    None, [], "x", {"rules": {}}, {"rules": None}, {"rules": [WRITE, WRITE]}, {"rules": [], "setting": {}},
    {"settings": {"subject_required": True}}, {"settings": {"subjects_required": 1}}, {"settings": []},
    {"rules": [{**WRITE, "id": f"r{number}"} for number in range(501)]},
])  # fmt: skip
def test_documents_that_are_no_policy(document):
    with pytest.raises(Refusal) as caught:
        read_policy(document)
    assert caught.value.code == "policy_invalid"


@pytest.mark.parametrize(
    "document",
    [
        None, [], {"settings": {"new": 1}}, {"settings": {"subjects_required": "no"}}, {"settings": 5},
        {"rules": [WRITE], "except": []},
    ],
)  # fmt: skip
def test_stored_settings_that_are_unknown_count_at_their_strictest(document):
    policy = stored_policy(document)
    assert policy.subjects_required
    assert policy.rules == ()


def test_what_is_left_out_is_the_default():
    assert read_policy({}) == DEFAULT_POLICY == stored_policy(policy_document(DEFAULT_POLICY))
    assert read_policy({"settings": {"subjects_required": True}}) == Policy(
        DEFAULT_POLICY.rules, subjects_required=True
    )
    assert [rule.id for rule in DEFAULT_POLICY.rules] == [
        "memory-record-own", "memory-record-shared", "memory-record-nobody-named"]  # fmt: skip
    assert not any(rule.kind == "memory_write" for rule in DEFAULT_POLICY.rules)


VOCABULARY = {
    "memory_record": {"department": {"attribute": True}, "audience": {}},
    "skill": {"team": {"attribute": True}},
}


def test_a_vocabulary_lets_declared_labels_through():
    vocabulary = read_vocabulary(VOCABULARY)
    read_policy(
        {"rules": [EVERYONE, DEPARTMENT, *DEFAULTS, {**EVERYONE, "id": "w", "kind": "memory_write"}]}, vocabulary
    )
    check_labels({"department": "payroll", "audience": "everyone"}, vocabulary)
    with pytest.raises(Refusal) as caught:
        check_labels({"team": "x"}, vocabulary)
    assert (caught.value.code, caught.value.status) == ("label_undeclared", 422)
    check_labels({"team": "x"}, FREE)
    with pytest.raises(Refusal):
        check_labels({"team": "x"}, read_vocabulary({}))


@pytest.mark.parametrize("entry", [
    {**EVERYONE, "match": {"labels": {"team": "x"}}}, {**EVERYONE, "kind": "skill"},
    {**DEPARTMENT, "when": [{"atom": "label_among", "label": "department", "attribute": "audience"}]},
    {**DEPARTMENT, "when": [{"atom": "label_among", "label": "department", "attribute": "team"}]},
    {**DEPARTMENT, "when": [{"atom": "label_among", "label": "team", "attribute": "department"}]},
    {**DEPARTMENT, "when": [{"atom": "label_is_subject", "label": "owner"}]},
])  # fmt: skip
def test_a_vocabulary_refuses_undeclared_labels_and_attributes(entry):
    read_policy({"rules": [entry]})
    with pytest.raises(Refusal) as caught:
        read_policy({"rules": [entry]}, read_vocabulary(VOCABULARY))
    assert caught.value.code == "policy_invalid"


@pytest.mark.parametrize("document", [
    [], "x", {"record": {}}, {"memory_write": {}}, {"memory_record": []}, {"memory_record": {"a b": {}}},
    {"memory_record": {"subject": {}}}, {"memory_record": {"a": True}}, {"memory_record": {"a": {"attribute": 1}}},
    {"memory_record": {"a": {"kind": "x"}}},
])  # fmt: skip
def test_malformed_vocabularies_are_refused(document):
    with pytest.raises(Refusal) as caught:
        read_vocabulary(document)
    assert (caught.value.code, caught.value.status) == ("vocabulary_invalid", 422)


# --- Random policies against an oracle --------------------------------------------------------------------------

names = st.sampled_from(["subject", "department", "audience"])
texts = st.sampled_from(["", "jan", "piet", "payroll", "everyone"])
atoms = st.one_of(
    st.builds(Atom, st.just("label_among"), names, st.sampled_from(["department", "role"])),
    st.builds(Atom, st.just("label_is_subject"), names),
    st.just(Atom("no_subject")),
)
kinds = st.sampled_from(["memory_record", "memory_write", "skill", "subject_erase"])
any_rules = st.builds(
    Rule,
    st.uuids().map(str),
    kinds,
    st.dictionaries(names, texts, max_size=2).map(lambda labels: tuple(labels.items())),
    st.lists(atoms, max_size=2).map(tuple),
)
policies = st.lists(any_rules, max_size=5).map(lambda found: Policy(tuple(found)))
requests = st.builds(
    Request,
    st.none() | st.sampled_from(["jan", "piet"]),
    st.dictionaries(
        st.sampled_from(["department", "role"]), st.lists(texts.filter(bool), max_size=2).map(tuple), max_size=2
    ),
)
views = st.builds(label_view, texts, st.dictionaries(names.filter(lambda name: name != "subject"), texts, max_size=2))


def permitted(policy, kind, request_, view):
    """The rule of evaluation, read out of its definition, one record at a time."""
    for rule in policy.rules:
        holds = rule.kind == kind
        for label, value in rule.match:
            holds = holds and label in view and view[label] == value
        for atom in rule.when:
            if atom.name == "no_subject":
                holds = holds and request_.subject is None
            if atom.name == "label_is_subject":
                holds = (
                    holds
                    and request_.subject is not None
                    and atom.label in view
                    and view[atom.label] == request_.subject
                )
            if atom.name == "label_among":
                values = request_.attributes.get(atom.attribute)
                holds = holds and values is not None and atom.label in view and view[atom.label] in values
        if holds:
            return True
    return False


@given(policies, kinds, requests, views)
def test_reach_is_what_the_oracle_permits(policy, kind, request_, view):
    assert reach(policy, kind, request_).permits(view) == permitted(policy, kind, request_, view)


@pytest.mark.parametrize(
    "when",
    [(Atom("label_is_subject", "subject"),), (Atom("label_is_subject", "team"), Atom("label_is_subject", "subject"))],
)
def test_conditions_that_exclude_each_other_permit_nothing(when):
    rule = Rule("x", "memory_record", match=(("subject", ""), ("team", "a")), when=when)
    for request_, subject in itertools.product([NOBODY, JAN], ["", "jan"]):
        assert not reach(Policy((rule,)), "memory_record", request_).permits(label_view(subject, {"team": "a"}))


@given(policies, policies, kinds, requests, views)
def test_more_rules_only_widen(policy, more, kind, request_, view):
    both = Policy(policy.rules + more.rules)
    if reach(policy, kind, request_).permits(view):
        assert reach(both, kind, request_).permits(view)


@given(policies, kinds, requests, st.randoms())
def test_order_changes_nothing(policy, kind, request_, random):
    shuffled = list(policy.rules)
    random.shuffle(shuffled)
    assert reach(Policy(tuple(shuffled)), kind, request_) == reach(policy, kind, request_)


@given(policies, requests, st.none() | views, st.none() | views)
def test_writing_is_what_the_oracle_permits(policy, request_, old, new):
    wanted = [permitted(policy, "memory_write", request_, view) for view in (old, new) if view is not None]
    assert may_write(policy, request_, old, new) == (bool(wanted) and all(wanted))


@given(policies)
def test_a_policy_is_read_back(policy):
    assert read_policy(policy_document(policy)) == policy == stored_policy(policy_document(policy))


@given(requests, views)
def test_unknown_atoms_and_kinds_permit_nothing(request_, view):
    policy = Policy((Rule("x", "memory_record", when=(Atom("always"),)),))
    assert reach(policy, "memory_record", request_) == NOTHING
    assert not reach(DEFAULT_POLICY, "unheard_of", request_).permits(view)
