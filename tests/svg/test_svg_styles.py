"""What is shown and how it is filled: attributes, style sheets, inheritance, and what a switch shows."""

from __future__ import annotations

import pytest
from drawn_svgs import clean, drawing, item, names_of, svg


def style(body, name="a", head=None):
    drawn = clean(svg(body, head) if head else body)
    return item(drawn, name).style


P = '<path id="a" d="M0 0h1v1z" {}/>'
PATH = P.format("")


@pytest.mark.parametrize(
    ("body", "fill"),
    [
        (PATH, "black"),
        (P.format('fill="red"'), "red"),
        (P.format('style="fill:red"'), "red"),
        (P.format('style=" FILL : red ; stroke:blue"'), "red"),
        (P.format('fill="red" style="fill:blue"'), "blue"),
        ('<g fill="red">' + PATH + "</g>", "red"),
        ('<g style="fill:red"><g>' + PATH + "</g></g>", "red"),
        ('<g fill="red">' + P.format('fill="inherit"') + "</g>", "red"),
        ("<style>.c{fill:red}</style>" + P.format('class="c"'), "red"),
        ("<style>.c{fill:red}</style>" + P.format('class="b c" fill="blue"'), "red"),
        ("<style>.c{fill:red}</style>" + P.format('class="c" style="fill:blue"'), "blue"),
        ("<style>.c{fill:red !important}</style>" + P.format('class="c" style="fill:blue"'), "red"),
        ("<style>.c{fill:red!important}</style>" + P.format('class="c" style="fill:blue!important"'), "blue"),
        ("<style>#a{fill:red} .c{fill:blue}</style>" + P.format('class="c"'), "red"),
        ("<style>.c{fill:blue} path{fill:red} *{fill:green}</style>" + P.format('class="c"'), "blue"),
        ("<style>.c{fill:red} .d{fill:blue} .c{fill:green}</style>" + P.format('class="c d"'), "green"),
        ("<style>path{fill:red}</style>" + PATH, "red"),
        ("<style>*{fill:red}</style>" + PATH, "red"),
        ("<style>path.c , circle{fill:red}</style>" + P.format('class="c"'), "red"),
        ("<style>rect.c{fill:red}</style>" + P.format('class="c"'), "black"),
        ("<style>path.c#a{fill:red} .c{fill:blue}</style>" + P.format('class="c"'), "red"),
        ("<style><![CDATA[ .c { fill: red; } ]]></style>" + P.format('class="c"'), "red"),
        ("<style><!-- .c{fill:red} --></style>" + P.format('class="c"'), "black"),
        ("<style>/* .c{fill:blue} */.c{/*x*/fill:red/**/}</style>" + P.format('class="c"'), "red"),
        ("<style>.c{fill:red}/* never ends .c{fill:blue}</style>" + P.format('class="c"'), "red"),
        ("<style>.c{fill:url(#g);}</style>" + P.format('class="c"'), "url(#g)"),
        ("<style>@font-face{font-family:x;src:url(#y)}.c{fill:red}</style>" + P.format('class="c"'), "red"),
        ("<style>@media print{.c{fill:blue}}.c{fill:red}</style>" + P.format('class="c"'), "red"),
        ("<style>@charset 'utf-8';.c{fill:red}</style>" + P.format('class="c"'), "red"),
        ("<style>.c{fill:red}.c:hover{fill:blue}</style>" + P.format('class="c"'), "red"),
        ("<style>.c{fill:red</style>" + P.format('class="c"'), "black"),
        ("<style>} .c{fill:red} }{</style>" + P.format('class="c"'), "red"),
        (P.format('style="fill:red;;broken;:x;fill"'), "red"),
        ("<defs><style>.st0{fill:#ABC;}</style></defs>" + P.format('class="st0"'), "#ABC"),
    ],
)
def test_the_fill_is_the_one_a_browser_would_take(body, fill):
    assert style(body).fill == fill


def test_the_root_of_figma_fills_nothing():
    head = 'xmlns="http://www.w3.org/2000/svg" width="5" height="5" fill="none"'
    assert style(PATH, head=head).fill == "none"
    assert style(P.format('fill="#fff"'), head=head).fill == "#fff"
    assert style(PATH, head=head.replace('fill="none"', 'style="fill-rule:evenodd"')).fill_rule == "evenodd"


@pytest.mark.parametrize(
    ("body", "hidden"),
    [
        (PATH, False),
        (P.format('display="none"'), True),
        (P.format('style="display: none"'), True),
        (P.format('style="display:none !important"'), True),
        (P.format('display="inline"'), False),
        ('<g display="none">' + P.format('display="inline"') + "</g>", True),
        ("<style>.h{display:none}</style><g class='h'>" + PATH + "</g>", True),
        (P.format('visibility="hidden"'), True),
        (P.format('visibility="collapse"'), True),
        ('<g visibility="hidden">' + PATH + "</g>", True),
        ('<g visibility="hidden">' + P.format('visibility="visible"') + "</g>", False),
        ('<g visibility="hidden">' + P.format('style="visibility:inherit"') + "</g>", True),
        ('<g visibility="hidden">' + P.format('fill="red"') + "</g>", True),
        (P.format('opacity="0"'), False),
    ],
)
def test_hidden_things_are_kept_and_known_to_be_hidden(body, hidden):
    drawn = clean(body)
    assert item(drawn, "a").hidden is hidden
    assert item(drawn, "a").is_shape


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        (".a .b{display:none}", True),
        ("g > path{fill-rule:evenodd}", True),
        ("[id=x]{visibility:hidden}", True),
        ("@media print{.c{display:none}}", True),
        (".a .b{fill:red}", False),
        (".a:hover{display:none}", False),
        ("@media print{.c{fill:red}}", False),
        (".a{display:none}", False),
    ],
)
def test_rules_that_are_not_read_are_told_where_they_matter(rule, told):
    _, notices = drawing(f"<style>{rule.replace('>', '&gt;')}</style>")
    assert names_of(notices) == ["unread-style"] * told


def test_illustrators_switch_shows_its_group():
    body = """<switch><foreignObject requiredExtensions="http://ns.adobe.com/AdobeIllustrator/10.0/" width="1" height="1"/>
    <g i:extraneous="self" xmlns:i="http://ns.adobe.com/AdobeIllustrator/10.0/"><path id="a" d="M0 0h1v1z"/></g></switch>"""
    drawn, notices = drawing(body)
    assert "a" in drawn.by_name
    assert names_of(notices) == ["active-content"]


@pytest.mark.parametrize(
    ("children", "shown"),
    [
        ('<g id="x"/><g id="y"/>', "x"),
        ('<title>t</title><!-- c --><g id="y"/>', "y"),
        ('<g id="x" requiredExtensions="e"/><g id="y"/>', "y"),
        ('<g id="x" systemLanguage="de"/><g id="y"/>', "y"),
        ('<g id="x" systemLanguage="de"/><g id="y" systemLanguage="fr"/>', "x"),
        ('<g id="x" requiredExtensions="e"/>', None),
    ],
)
def test_a_switch_shows_one_of_its_children(children, shown):
    drawn = clean(f"<switch>{children}</switch>")
    assert set(drawn.by_name) - {"t"} == ({shown} if shown else set())


def test_sheets_of_any_size_take_time_in_proportion(quick):
    for text in (
        "a" * 1_000_000,
        "/*" * 500_000,
        "{" * 500_000,
        "}" * 500_000,
        ".a{fill:red}" * 50_000,
        "a," * 300_000 + "b{fill:red}",
        ":" * 1_000_000,
        "@media{" * 100_000,
    ):
        with quick(4):
            drawing(f'<style>{text}</style><path id="a" style="{text}" d="M0 0"/>')


def test_many_rules_and_many_elements(quick):
    rules = "".join(f".c{n}{{fill:#{n:06}}}" for n in range(5000))
    shapes = "".join(f'<path class="all c{n}" d="M0 0h1v1z"/>' for n in range(20000))
    with quick(6):
        drawn, _ = drawing(f"<style>.all{{fill:red}}{rules}</style>{shapes}")
    assert drawn.items[5000].style.fill == "#004999"
    assert drawn.items[5001].style.fill == "red"
