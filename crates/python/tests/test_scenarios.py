"""Scenarios: found, read, changed, drawn, and refused with their places."""

from __future__ import annotations

import json
import pickle
import subprocess
from pathlib import Path

import pytest
import undercity


def test_the_built_in_scenarios_are_those_of_the_program(program: str) -> None:
    listed = json.loads(subprocess.run([program, "scenarios", "--json"], check=True, capture_output=True).stdout)
    assert [scenario.name for scenario in undercity.scenarios()] == [row["name"] for row in listed]
    for scenario, row in zip(undercity.scenarios(), listed):
        assert (scenario.title, scenario.system, list(scenario.victory)) == (row["title"], row["system"], row["victory"])


def test_the_scenarios_of_a_system_are_a_part_of_all() -> None:
    assert {scenario.system for scenario in undercity.scenarios("asl")} == {"asl"}
    assert undercity.scenarios("chess") == []


def test_a_name_a_path_and_a_text_give_one_scenario(tmp_path: Path) -> None:
    built_in = undercity.scenario("tide/first")
    file = tmp_path / "mine.toml"
    file.write_text(built_in.text, "utf-8")
    for same in (undercity.scenario(file), undercity.scenario(str(file)), undercity.scenario(built_in.text)):
        assert (same.title, same.text) == (built_in.title, built_in.text)
    assert undercity.scenario(built_in) is built_in


def test_options_change_the_text_and_the_values() -> None:
    plain = undercity.scenario("tide/first")
    name, value = next((name, value) for name, value in plain.options.items() if isinstance(value, bool))
    changed = undercity.scenario("tide/first", {name: not value})
    assert changed.options[name] is (not value)
    assert plain.options[name] is value
    assert changed.text != plain.text
    assert undercity.new_game(plain, options={name: not value}).about["options"][name] is (not value)


def test_a_mistake_has_its_place_and_help() -> None:
    text = undercity.scenario("tide/first").text.replace('system = "tide"', 'system = "tied"')
    with pytest.raises(undercity.ScenarioError) as error:
        undercity.scenario(text)
    (problem,) = error.value.diagnostics
    line = next(n for n, line in enumerate(text.splitlines(), 1) if "tied" in line)
    assert (problem.severity, problem.line, problem.help) == ("error", line, "did you mean `tide`?")
    assert text.splitlines()[line - 1][problem.column - 1 :].startswith('"tied"')
    # As a compiler prints it: the line itself is in the text.
    assert 'system = "tied"' in str(error.value)
    again = pickle.loads(pickle.dumps(error.value))
    assert (again.diagnostics, str(again)) == (error.value.diagnostics, str(error.value))


def test_a_text_that_is_no_toml_is_refused_with_its_place() -> None:
    with pytest.raises(undercity.ScenarioError) as error:
        undercity.scenario('title = "x"\nsystem = = "tide"\n')
    assert error.value.diagnostics[0].line == 2


def test_an_unknown_name_is_an_error_with_the_nearest_one() -> None:
    with pytest.raises(undercity.Error, match="did you mean `tide/first`"):
        undercity.scenario("tide/frist")


def test_wrong_types_are_named() -> None:
    with pytest.raises(TypeError, match="^scenario: "):
        undercity.scenario(3)  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
    with pytest.raises(TypeError, match="options"):
        undercity.scenario("tide/first", {"x": {1, 2}})


def test_a_value_that_holds_itself_is_refused() -> None:
    circle: list[object] = []
    circle.append(circle)
    with pytest.raises(ValueError, match="levels"):
        undercity.scenario("tide/first", {"x": circle})
