"""The numbering-plan tables: they are what the generator writes, and they decide as the package's patterns do."""

import importlib.util
import random
import re
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent
SCRIPT = ROOT / "tools" / "tables" / "phones.py"


def load_generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("phone_table_generator", SCRIPT)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def generator() -> ModuleType:
    return load_generator()


@pytest.fixture(scope="module")
def phonenumbers(generator: ModuleType) -> ModuleType:
    module = pytest.importorskip("phonenumbers", reason="phonenumbers is not installed")
    if module.__version__ != generator.VERSION:
        pytest.skip(f"phonenumbers {module.__version__} is installed, the tables come from {generator.VERSION}")
    return module


@pytest.fixture(scope="module")
def plans(phonenumbers: ModuleType) -> list:
    metadata = phonenumbers.PhoneMetadata
    regions = [metadata.metadata_for_region(code) for code in sorted(phonenumbers.SUPPORTED_REGIONS)]
    return regions + [
        metadata.metadata_for_nongeo_region(code) for code in sorted(phonenumbers.COUNTRY_CODES_FOR_NON_GEO_REGIONS)
    ]


def test_committed_tables_are_what_the_generator_writes(generator: ModuleType, phonenumbers: ModuleType) -> None:
    assert generator.TARGET.read_text(encoding="utf-8") == generator.render()


def strings_near(pattern: str, draw: random.Random, count: int) -> list[str]:
    """Digit strings, most of them beginning with digits that stand in the pattern, so that some match."""
    literals = re.findall(r"\d+", re.sub(r"\\d|\{[^}]*\}", " ", pattern)) or [""]
    made = []
    for _ in range(count):
        head = "".join(draw.choice(literals) for _ in range(draw.randrange(3)))
        made.append((head + "".join(draw.choices("0123456789", k=draw.randrange(18))))[:20])
    return made


def test_whole_number_automata_decide_as_the_patterns_do(generator: ModuleType, plans: list) -> None:
    draw = random.Random(11)
    for plan in plans:
        pattern = plan.general_desc.national_number_pattern
        automaton = generator.Automaton()
        root = generator.add_whole(automaton, pattern)
        for digits in strings_near(pattern, draw, 300):
            state = root
            for digit in digits:
                state = automaton.rows[state][1][int(digit)]
            assert bool(automaton.rows[state][0]) == bool(re.fullmatch(pattern, digits)), (plan.id, digits)


def apply_prefix(rows: list, outcomes: list, root: int, digits: str) -> str | None:
    """What the tables make of a number: None when no prefix matches (or an empty one, which changes nothing)."""
    state = root
    found = (rows[state][0] or (0, 0))[0]
    for digit in digits:
        state = rows[state][1][int(digit)]
        if not state:
            break
        found = (rows[state][0] or (0, 0))[0] or found
    else:
        found = (rows[state][0] or (0, 0))[1] or found
    if not found:
        return None
    literal, copy_from, copy_to, end = outcomes[found]
    return literal + digits[copy_from:copy_to] + digits[end:]


def rewrite(pattern: str, rule: str | None, digits: str) -> str | None:
    """The same by the regular expression, as phonenumbers applies it."""
    match = re.match(pattern, digits)
    if match is None or match.end() == 0:
        return None
    if rule and match.groups() and match.groups()[-1] is not None:
        return re.sub(pattern, rule, digits, count=1)
    return digits[match.end() :]


def test_prefix_automata_rewrite_as_the_patterns_do(generator: ModuleType, plans: list) -> None:
    draw = random.Random(12)
    for plan in plans:
        for pattern, rule in (
            (plan.national_prefix_for_parsing, plan.national_prefix_transform_rule),
            (plan.international_prefix, None),
        ):
            if not pattern:
                continue
            automaton, outcomes = generator.Automaton(), generator.Outcomes()
            root = generator.add_prefix(automaton, outcomes, pattern, rule)
            for digits in strings_near(pattern, draw, 300):
                got = apply_prefix(automaton.rows, outcomes.rows, root, digits)
                assert got == rewrite(pattern, rule, digits), (plan.id, pattern, digits)


def test_a_pattern_of_another_form_is_refused(generator: ModuleType) -> None:
    for pattern in ("a", "1+", "1*", "(1", "[12", "1??", "^1"):
        with pytest.raises((ValueError, KeyError, IndexError)):
            generator.Pattern(pattern)


# --- The whole reader against the package -------------------------------------------------------------------------


def read_by_package(phonenumbers: ModuleType, digits: str, region: str) -> str | None:
    """The number in E.164 as phonenumbers reads it, or None when it has no possible length."""
    seen = digits
    for _ in range(4):
        try:
            number = phonenumbers.parse(seen, region, keep_raw_input=True)
        except phonenumbers.NumberParseException:
            return None
        national = phonenumbers.national_significant_number(number)
        # Without a country code the region's own plan decides on the length, else the main one of the code.
        at_home = number.country_code_source == phonenumbers.CountryCodeSource.FROM_DEFAULT_COUNTRY
        plan = phonenumbers.PhoneMetadata.metadata_for_region_or_calling_code(
            number.country_code, region if at_home else phonenumbers.region_code_for_country_code(number.country_code)
        )
        old_mexican = number.country_code == 52 and re.fullmatch(r"(1|01|044|045)\d{10}", national)
        if old_mexican and re.fullmatch(plan.general_desc.national_number_pattern, national[-10:]):
            national = national[-10:]  # what was dialled in Mexico before 2019: our own rule
        if len(national) not in plan.general_desc.possible_length:
            return None
        written = f"+{number.country_code}{national}"
        if written == seen:
            return written
        seen = written  # a number is canonical when it reads back as itself
    return None


def oracle(phonenumbers: ModuleType, digits: str, region: str) -> str:
    """The normalized form of a number."""
    found = read_by_package(phonenumbers, digits, region)
    for exit_code in ("00", "011"):
        # Exit codes are understood in every region, before a number of a valid shape: our own rule.
        if found or not digits.startswith(exit_code):
            continue
        abroad = "+" + digits.removeprefix(exit_code)
        found = read_by_package(phonenumbers, abroad, region)
        if found:
            number = phonenumbers.parse(found)
            plan = phonenumbers.PhoneMetadata.metadata_for_region_or_calling_code(
                number.country_code, phonenumbers.region_code_for_country_code(number.country_code)
            )
            national = phonenumbers.national_significant_number(number)
            found = found if re.fullmatch(plan.general_desc.national_number_pattern, national) else None
    return found or digits


def example_strings(phonenumbers: ModuleType) -> list[tuple[str, str]]:
    """Every example number of every region and type, as written at home, abroad, and with wrong trunk prefixes."""
    made = []
    for region in sorted(phonenumbers.SUPPORTED_REGIONS):
        for number_type in phonenumbers.PhoneNumberType.values():
            number = phonenumbers.example_number_for_type(region, number_type)
            if number is None:
                continue
            national = phonenumbers.national_significant_number(number)
            code = str(number.country_code)
            home = phonenumbers.normalize_digits_only(
                phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.NATIONAL)
            )
            made += [(home, region), (code + national, region), ("+" + code + national, "US")]
            made += [
                (exit_code + code + national, caller)
                for caller, exit_code in (("US", "011"), ("GB", "00"), ("AU", "0011"))
            ]
            made += [(trunk + national, region) for trunk in ("", "0", "1", "8", "06", "00", "01", "044", "9", "15")]
            made += [("+" + code + trunk + national, "US") for trunk in ("0", "1", "8")]
    return made


def random_strings(phonenumbers: ModuleType, count: int) -> list[tuple[str, str]]:
    draw = random.Random(13)
    regions = sorted(phonenumbers.SUPPORTED_REGIONS)
    return [("".join(draw.choices("0123456789", k=draw.randint(3, 17))), draw.choice(regions)) for _ in range(count)]


def test_numbers_read_as_phonenumbers_reads_them(phonenumbers: ModuleType) -> None:
    import ablmatch

    differ = []
    for digits, region in example_strings(phonenumbers) + random_strings(phonenumbers, 20_000):
        wanted = oracle(phonenumbers, digits, region)
        got = ablmatch.normalize(digits, "phone", region=region)
        if got != wanted:
            differ.append((digits, region, wanted, got))
    assert not differ, f"{len(differ)} differ, first {differ[:5]}"
