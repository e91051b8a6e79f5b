"""`--field`: how a field is written, and every way in which it can be written wrong."""

import pytest

from ablmatch.verify.errors import BadInput
from ablmatch.verify.fields import Field, parse_field, parse_fields

KINDS = ("email", "phone", "digits", "text")


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("mail:said:stored:email", Field("mail", "said", "stored", "email")),
        (r"a:said\:1:stored\:2:text", Field("a", "said:1", "stored:2", "text")),
        (r"a:c\\d:e\f:text", Field("a", r"c\d", r"e\f", "text")),
        ("Straße:сказал:保存:text", Field("Straße", "сказал", "保存", "text")),
        ("a: said : stored :text", Field("a", " said ", " stored ", "text")),
    ],
)
def test_a_field_is_read(text, field):
    assert parse_field(text, KINDS) == field


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("a:b:c", "has 3 parts instead of 4"),
        ("a", "has 1 part instead of 4"),
        ("", "has 1 part instead of 4"),
        ("a:b:c:text:e", r"a colon inside a name as \:"),
        (":b:c:text", "empty name"),
        ("a::c:text", "empty said column"),
        ("a:b::text", "empty stored column"),
        ("a:b:c:", "empty kind"),
        ("a:b:c:txet", "did you mean `text`?"),
        ("a:b:c:Email", "did you mean `email`?"),
        ("a:b:c:qqq", "`email`, `phone`, `digits`, `text`"),
        ("a\n:b:c", r"`a\n:b:c`"),
    ],
)
def test_a_malformed_field_says_what_is_wrong(text, part):
    with pytest.raises(BadInput) as caught:
        parse_field(text, KINDS)
    assert part in str(caught.value)
    assert "\n" not in str(caught.value)


def test_no_field_shows_an_example():
    with pytest.raises(BadInput, match="for example --field"):
        parse_fields([], KINDS)


def test_two_fields_of_one_name_are_refused():
    with pytest.raises(BadInput, match="two fields are called `a`"):
        parse_fields(["a:b:c:text", "a:d:e:text"], KINDS)


def test_one_column_may_serve_two_fields():
    assert len(parse_fields(["a:b:c:text", "d:b:c:digits"], KINDS)) == 2
