import pytest

from dipmap import reporters


def test_reporters_are_found_by_their_files():
    assert {"text", "json", "github"} <= set(reporters.reporters())
    assert reporters.reporter("json").NAME == "json"
    with pytest.raises(KeyError):
        reporters.reporter("sarif-3")


@pytest.mark.parametrize("name", sorted(reporters.reporters()))
def test_each_takes_nothing(name):
    text = reporters.reporter(name).render([])
    assert text == "" or text.endswith("\n")
