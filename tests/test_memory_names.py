"""Owners and keys: which are let through, and how they are written as one part of a name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("msgspec", reason="needs msgspec, which is not installed")

from ablmatch.memory import InvalidBlockKey, InvalidOwner, StoreError, is_allowed
from ablmatch.stores.owners import check_block_key, check_owner
from ablmatch.stores.percent import block_file_part, block_redis_part, decoded_part, extracted_part

PARTS = {"file": block_file_part, "redis": block_redis_part, "extracted": extracted_part}

# Written by the original: these bytes never change, or what is stored under them is lost.
GOLDEN = [
    # text, in a block's file, in a block's Redis key, in an extracted value's file and key
    ("maya@example.com", "maya@example.com", "maya@example.com", "maya%40example.com"),
    ("tenant:acme", "tenant%3Aacme", "tenant%3Aacme", "tenant%3Aacme"),
    ("google-oauth2|123", "google-oauth2%7C123", "google-oauth2|123", "google-oauth2%7C123"),
    ("user+tag", "user+tag", "user+tag", "user%2Btag"),
    ("user~1", "user~1", "user~1", "user%7E1"),
    ("100%", "100%25", "100%25", "100%25"),
    ("kim_lee", "kim_lee", "kim_lee", "kim_lee"),
    ("kim%5Flee", "kim%255Flee", "kim%255Flee", "kim%255Flee"),
    ("a/b\\c", "a%2Fb%5Cc", "a%2Fb%5Cc", "a%2Fb%5Cc"),
    ("café", "caf%C3%A9", "caf%C3%A9", "caf%C3%A9"),
    (".", "%2E", ".", "%2E"),
    ("..", "%2E%2E", "..", "%2E%2E"),
    ("...", "...", "...", "..."),
    ("nul", "%6Eul", "nul", "nul"),
    ("CON", "%43ON", "CON", "CON"),
    ("Lpt9", "%4Cpt9", "Lpt9", "Lpt9"),
    ("COM10", "COM10", "COM10", "COM10"),
    ("con.txt", "con.txt", "con.txt", "con.txt"),
    ("a b\n", "a%20b%0A", "a%20b%0A", "a%20b%0A"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "in_file", "in_redis", "extracted"), GOLDEN, ids=[repr(row[0]) for row in GOLDEN])
def test_names_are_those_of_the_original(text, in_file, in_redis, extracted):
    assert (block_file_part(text), block_redis_part(text), extracted_part(text)) == (in_file, in_redis, extracted)
    assert [decoded_part(name) for name in (in_file, in_redis, extracted)] == [text] * 3


@pytest.mark.parametrize("part", PARTS)
@given(st.text(min_size=1))
def test_every_text_has_a_name_of_its_own(part, text):
    """What can be read back is injective."""
    name = PARTS[part](text)
    assert decoded_part(name) == text
    assert name.isascii() and not set(name) & set('/\\:*?"<> \n\0')
    assert name not in {".", ".."} or part == "redis"


@pytest.mark.parametrize("name", ["50%", "%ZZ", "%FF", "a%C3", "%", "%4", "caf%C3%A9%", "%ED%A0%80"])
def test_a_name_that_is_no_percent_encoded_text_is_its_own(name):
    assert decoded_part(name) == name


@given(st.text(alphabet=st.characters() | st.sampled_from("%0123456789ABCDEFabcdef")))
def test_decoding_never_raises(name):
    assert isinstance(decoded_part(name), str)


@pytest.mark.parametrize(
    "text", ["ana", "kim_lee", "kim-lee", "kim:lee", "kim|lee", "maya@example.com", "user+tag", "user~1", "..", "A.9"]
)
def test_ids_of_real_providers_are_allowed(text):
    assert is_allowed(text)
    check_owner(text)
    check_block_key(text)


REFUSED = ["ana\n", "\nana", "ana/1", "ana*", "", "   ", "a b", "café", "a\\b", "100%", "аna", "１", "a\0b", "a\u200bb"]


@pytest.mark.parametrize("text", [*REFUSED, None, 7, b"ana"], ids=ascii)
def test_other_ids_are_refused_each_with_its_own_error(text):
    assert not is_allowed(text)
    with pytest.raises(InvalidOwner) as owner:
        check_owner(text)
    with pytest.raises(InvalidBlockKey) as key:
        check_block_key(text)
    assert not issubclass(InvalidOwner, InvalidBlockKey) and not issubclass(InvalidBlockKey, InvalidOwner)
    for caught in (owner, key):
        assert isinstance(caught.value, StoreError) and caught.value.code == "bad_key"
        assert "\n" not in str(caught.value)


def test_no_message_shows_an_owner():
    with pytest.raises(InvalidOwner) as caught:
        check_owner("lena hof")
    assert "lena" not in str(caught.value)
