"""Bytes to a tree: encodings, document types, namespaces, and exact places."""

from __future__ import annotations

import codecs
import re

import pytest
from drawn_svgs import HEAD, clean, document, drawing, item, names_of, refused, svg
from hypothesis import given, settings
from hypothesis import strategies as st

from dipmap.svg.xml import SVG, attributes, local, read_document

TEXT = f'<svg {HEAD}><g id="Größe"><path id="漢😀" d="M0 0h1v1z"/></g></svg>'


@pytest.mark.parametrize(
    ("declared", "encoding", "mark"),
    [
        (None, "utf-8", b""),
        (None, "utf-8", codecs.BOM_UTF8),
        ("utf-8", "utf-8", codecs.BOM_UTF8),
        ("UTF-8", "utf-8", b""),
        ("utf-16", "utf-16-le", codecs.BOM_UTF16_LE),
        ("utf-16", "utf-16-be", codecs.BOM_UTF16_BE),
        ("UTF-16LE", "utf-16-le", b""),
        ("UTF-16BE", "utf-16-be", b""),
        (None, "utf-16-le", codecs.BOM_UTF16_LE),
        (None, "utf-16-le", b""),
        ("gb18030", "gb18030", b""),
        # Windows programs that write text of their own encoding and say UTF-16
        ("utf-16", "utf-8", b""),
    ],
)
def test_encodings(declared, encoding, mark):
    head = f'<?xml version="1.0" encoding="{declared}"?>\n' if declared else ""
    found, notices = read_document("map.svg", mark + (head + TEXT).encode(encoding))
    assert notices == []
    assert set(found.by_id) == {"Größe", "漢😀"}
    assert found.attribute_span(found.by_id["漢😀"], "id").text == "漢😀"
    assert found.attribute_span(found.by_id["漢😀"], "id").begin == (
        (head + TEXT)[: (head + TEXT).index("漢")].count("\n") + 1,
        TEXT.index("漢") + 1,
    )


def test_latin_1_declared():
    text = f"<?xml version='1.0' encoding='ISO-8859-1'?><svg {HEAD}><g id=\"Größe\"/></svg>"
    found, notices = read_document("map.svg", text.encode("latin-1"))
    assert notices == []
    assert list(found.by_id) == ["Größe"]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (f'<svg {HEAD}><g id="Größe"/></svg>'.encode("latin-1"), "byte"),
        (b'<?xml version="1.0" encoding="martian"?><svg/>', "nobody knows"),
        (b'<?xml version="1.0" encoding="rot13"?><svg/>', "nobody knows"),
        (b'<?xml version="1.0" encoding="hex"?><svg/>', "nobody knows"),
        (b'<?xml version="1.0" encoding="punycode"?><svg/>' + b"a-" * 500_000, "nobody knows"),
        (b'<?xml version="1.0" encoding="unicode_escape"?><svg id="\\ud800"/>', "nobody knows"),
        (b'<?xml version="1.0" encoding="utf-7"?><svg/>', "nobody knows"),
        (b"\x1f\x8b\x08\x00", "svgz"),
        (codecs.BOM_UTF16_LE + b"<\x00s", "byte"),
        (codecs.BOM_UTF16_LE + b"<\x00\x00\xd8s\x00v\x00", "byte"),
    ],
)
def test_encodings_that_cannot_be_read(data, words, quick):
    with quick(2):
        notice = refused(data)
    assert notice.name == "unreadable-encoding"
    assert words in notice.finding.message
    assert notice.finding.hint


ILLUSTRATOR = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
	<!ENTITY ns_extend "http://ns.adobe.com/Extensibility/1.0/">
	<!ENTITY ns_svg "http://www.w3.org/2000/svg">
	<!ENTITY ns_xlink "http://www.w3.org/1999/xlink">
	<!ENTITY st0 "fill:#FF0000;">
]>
<svg xmlns:x="&ns_extend;" xmlns="&ns_svg;" xmlns:xlink="&ns_xlink;" viewBox="0 0 9 9"><path id="a" style="&st0;" d="M0 0h1v1z"/></svg>"""


def test_illustrators_entities():
    drawn = clean(ILLUSTRATOR.encode())
    assert drawn.root.element.tag == f"{{{SVG}}}svg"
    assert item(drawn, "a").style.fill == "#FF0000"
    # the place shows what stands in the file
    assert item(drawn, "a").place("style").span.text == "&st0;"


JDIP = """<?xml version="1.0"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 20010904//EN" "svg10.dtd" [
<!ENTITY % svgExt "| jdipNS:DISPLAY | jdipNS:PROVINCE_DATA">
<!ENTITY % svgExt "| again">
<!ATTLIST svg xmlns:jdipNS CDATA #FIXED "http://jdip.sourceforge.org/jdipNS" xmlns CDATA #FIXED "http://www.w3.org/2000/svg">
<!ELEMENT jdipNS:PROVINCE_DATA (jdipNS:PROVINCE+)>
<!ATTLIST g fill CDATA "red">
]>
<svg viewBox="0 0 9 9"><jdipNS:PROVINCE_DATA/><g id="a"/></svg>"""


def test_jdips_document_type():
    found, notices = document(JDIP.encode())
    assert notices == []
    assert [element.tag for element in found.starts] == [
        f"{{{SVG}}}svg",
        "{http://jdip.sourceforge.org/jdipNS}PROVINCE_DATA",
        f"{{{SVG}}}g",
    ]
    assert found.by_id["a"].get("fill") == "red"
    # a default stands nowhere in the element: its tag is the place
    assert found.attribute_span(found.by_id["a"], "fill").text == '<g id="a">'.replace(">", "/>")


@pytest.mark.parametrize(
    "head",
    [
        'viewBox="0 0 9 9"',
        'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"',
        'xmlns="" viewBox="0 0 9 9"',
    ],
)
def test_no_namespace_is_taken_as_svg(head):
    assert item(clean(svg('<g><path id="a" d="M0 0h1v1z"/></g>', head)), "a").is_shape


@pytest.mark.parametrize("prefix", ["svg", "s", "ns0", "SVG"])
def test_svg_under_a_prefix(prefix):
    data = f'<{prefix}:svg xmlns:{prefix}="{SVG}" viewBox="0 0 9 9"><{prefix}:path id="a" d="M0 0h1v1z"/><path id="b"/></{prefix}:svg>'
    drawn, notices = drawing(data.encode())
    assert item(drawn, "a").is_shape
    assert notices == []


def test_a_prefix_that_is_declared_nowhere_is_told_once_and_read():
    data = svg(
        '<g inkscape:label="lon" inkscape:groupmode="layer"/><g inkscape:label="par"/><sodipodi:namedview/><x:y z:w="1"/>'
    )
    drawn, notices = drawing(data)
    assert names_of(notices) == ["unbound-prefix"] * 4
    assert [notice.finding.message.split()[2] for notice in notices] == ["inkscape:", "sodipodi:", "z:", "x:"]
    assert [found.name for found in drawn.root.children] == ["lon", "par"]
    assert all(notice.finding.place.span for notice in notices)


def test_namespaces_end_with_their_element():
    data = svg(
        '<g xmlns="urn:other"><path id="b"/><h xmlns=""><path id="c"/></h></g><path id="a"/><q:r xmlns:q="urn:q"/><g xmlns:q="urn:p"><q:r/></g>'
    )
    found, notices = document(data)
    assert notices == []
    assert [element.tag for element in found.starts][1:] == [
        "{urn:other}g",
        "{urn:other}path",
        "h",
        "path",
        f"{{{SVG}}}path",
        "{urn:q}r",
        f"{{{SVG}}}g",
        "{urn:p}r",
    ]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "no element"),
        (b"   \n", "no element"),
        (b"hello", "well-formed"),
        (b"<svg", "well-formed"),
        (b"<svg>", "well-formed"),
        (b"<svg><g></svg>", "well-formed XML inside <g>"),
        (b"<svg><g", "well-formed XML inside <svg>"),
        (b"<svg a='1' a='2'/>", "well-formed"),
        (b"<svg/><svg/>", "well-formed"),
        (b"<svg>&nbsp;</svg>", "well-formed"),
        (b"<svg>\x00</svg>", "well-formed"),
        (b"<svg id='\x01'/>", "well-formed"),
        ("<svg id='\ufffe'/>".encode(), "well-formed"),
        ("<svg><text>\uffff</text></svg>".encode(), "well-formed"),
        (b"<svg id='\xed\xa0\x80'/>", "byte"),
        (b"<svg>&#0;</svg>", "well-formed"),
        (b"<svg>&#xD800;</svg>", "well-formed"),
        (b"<html/>", "an HTML page"),
        (b"<?xml version='1.0'?><!DOCTYPE html><html><body><svg/></body></html>", "not <svg>"),
        (b"PK\x03\x04", "a ZIP archive"),
        (b"\x89PNG\r\n\x1a\n", "a PNG picture"),
    ],
)
def test_what_is_no_svg_is_refused_with_a_place(data, words):
    notice = refused(data)
    assert notice.name in ("malformed-xml", "unreadable-encoding")
    assert words in notice.finding.message or "no element" in notice.finding.message
    assert notice.finding.hint


def test_the_place_of_an_error_is_exact():
    data = svg('\r\n<g id="漢">\r\n  <path d="M0 0" d="M1 1"/></g>')
    notice = refused(data)
    line, column = notice.finding.place.span.begin
    assert line == 3
    assert data.decode().splitlines()[2][column - 1 :].startswith('d="M1')


def test_a_file_that_is_cut_off_is_said_to_be():
    whole = svg('<g id="a">' + "<path/>" * 9 + "</g>")
    for length in range(whole.index(b"<g") + 3, len(whole) - 1):
        assert "cut off" in refused(whole[:length]).finding.hint, whole[:length]


def test_whole_elements_have_their_places():
    text = '<g id="a"><b id="b" x=">"/><c id="c"></c> <d id="d"\n>x</d\n><e id="e"><f id="f"/></e></g>'
    found, _ = document(svg(text))
    spans = {name: found.element_span(element).text for name, element in found.by_id.items()}
    assert spans == {
        "a": text,
        "b": '<b id="b" x=">"/>',
        "c": '<c id="c"></c>',
        "d": '<d id="d"\n>x</d\n>',
        "e": '<e id="e"><f id="f"/></e>',
        "f": '<f id="f"/>',
    }


def test_attributes_are_found_however_they_are_written():
    found, _ = document(svg('<g id = \'a\'\n\tclass="x>y"  data-x=\'"q"\' xlink:href="#b"/>'))
    element = found.by_id["a"]
    texts = {name: found.attribute_span(element, name).text for name in ("id", "class", "data-x", "xlink:href")}
    assert texts == {"id": "a", "class": "x>y", "data-x": '"q"', "xlink:href": "#b"}
    assert found.attribute_span(element, "not-there").text.startswith("<g id")
    # the name of a value is no name of an attribute
    found, _ = document(svg("<g id='a' class='q id=\"no\"'/>"))
    assert found.attribute_span(found.by_id["a"], "id").text == "a"


def test_an_element_as_a_person_finds_it():
    head = HEAD + ' xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
    found, _ = document(
        svg('<g id="layer1" inkscape:label="Provinces"><g><path id="p1" inkscape:label="lon"/></g></g>', head)
    )
    ref = found.ref(found.by_id["p1"])
    assert (ref.tag, ref.id, ref.name, ref.path) == ("path", "p1", "lon", "/svg/g[@id='layer1']/g/path[@id='p1']")
    long = "x" * 100_000
    found, _ = document(svg(f'<g id="{long}"><path id="{long}2"/></g>'))
    assert max(len(part) for part in vars(found.ref(found.by_id[long + "2"])).values()) < 500


def test_texts_are_put_together():
    found, _ = document(
        svg("<title>a&amp;b<!-- c -->d<![CDATA[<e>]]></title><text>x<tspan>y</tspan>z</text>  <g> </g>")
    )
    title, text = list(found.root)[:2]
    assert title.text == "a&bd<e>"
    assert (text.text, text[0].text, text[0].tail) == ("x", "y", "z")
    assert text.tail is None


names = st.sampled_from(["g", "path", "svg:g", "inkscape:path", "漢", "a-b.c"])
values = st.text(alphabet="ab 漢😀é'\n\r\t=/><#;:", max_size=12)


@st.composite
def trees(draw, depth=0):
    tag = draw(names)
    keys = draw(st.lists(st.sampled_from(["id", "class", "d", "inkscape:label", "data-é"]), unique=True, max_size=3))
    written = "".join(
        f'{draw(st.sampled_from([" ", chr(10), "  ", chr(13) + chr(10)]))}{key}{draw(st.sampled_from(["=", " = "]))}"{escape(draw(values))}"'
        for key in keys
    )
    if draw(st.booleans()):
        return f"<{tag}{written}/>"
    inside = "".join(draw(st.lists(trees(depth=depth + 1), max_size=2))) if depth < 3 else ""
    return f"<{tag}{written}>{draw(st.sampled_from(['', ' x ', '漢', '<!-- <g/> -->', '<![CDATA[<g>]]>']))}{inside}</{tag}>"


def escape(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")


@given(st.lists(trees(), max_size=4), st.sampled_from(["\n", "\r\n", ""]))
@settings(max_examples=150, deadline=None)
def test_every_element_and_attribute_is_found_where_it_stands(bodies, end):
    head = HEAD + ' xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:svg="http://www.w3.org/2000/svg"'
    relocate(svg(end.join(bodies), head))


def relocate(data):
    """Look up every element and every attribute by its span; how many there are."""
    found, _ = read_document("map.svg", data)
    text = found.source.data
    count = 0
    prefixes = {}
    for match in re.finditer(rb'xmlns:([\w-]+)\s*=\s*["\']([^"\']*)', text):
        prefixes.setdefault(match.group(2).decode(), []).append(match.group(1).decode())
    entities = dict(re.findall(r'<!ENTITY\s+(\w+)\s+"([^"]*)"', text.decode()))
    for uri in list(prefixes):
        for name, value in entities.items():
            if uri == f"&{name};":
                prefixes[value] = prefixes[uri]
    ends = sorted(found.starts.values())
    assert len(set(ends)) == len(ends) == len(found.starts)
    for element in found.starts:
        tag = found.tag_span(element)
        name = local(element)
        assert re.match(rf"<(?:[\w.-]+:)?{re.escape(name)}[\s/>]", tag.text), (tag.text[:60], name)
        assert tag.text.endswith(">")
        assert found.element_span(element).text.endswith(("/>", name + ">")) or re.search(
            rf"{re.escape(name)}\s*>$", found.element_span(element).text
        )
        count += 1
        for key, value in attributes(element):
            uri, _, plain = key.rpartition("}")
            candidates = (
                [f"{prefix}:{plain}" for prefix in prefixes.get(uri[1:], ())] + [f"xml:{plain}"] if uri else [plain]
            )
            spans = [found.attribute_span(element, candidate) for candidate in candidates]
            spans = [span for span in spans if span.start != tag.start]
            if not spans and "<!ATTLIST" in text.decode():
                continue
            (span,) = spans[:1]
            assert normal(span.text, entities) == value, (key, span.text[:60], value[:60])
            count += 1
    return count


def normal(raw, entities):
    """A raw attribute value as XML says it is to be read."""
    text = raw.replace("\r\n", " ")
    text = re.sub(r"[\r\n\t]", " ", text)
    for name, value in entities.items():
        text = text.replace(f"&{name};", value)
    text = re.sub(r"&#x([0-9a-fA-F]+);", lambda match: chr(int(match.group(1), 16)), text)
    text = re.sub(r"&#([0-9]+);", lambda match: chr(int(match.group(1))), text)
    for name, value in (("lt", "<"), ("gt", ">"), ("quot", '"'), ("apos", "'"), ("amp", "&")):
        text = text.replace(f"&{name};", value)
    return text


@pytest.mark.shared
def test_every_place_in_the_corpus_is_exact(shared):
    total = 0
    maps = sorted((shared / "corpus").glob("*/map.svg"))
    assert len(maps) == 22
    for path in maps:
        data = path.read_bytes()
        total += relocate(data)
    assert total > 40_000
    # again with other line ends and characters of several bytes
    for path in (
        shared / "corpus" / "godip-pure" / "map.svg",
        shared / "corpus" / "jdip-stdVariants-simple_std" / "map.svg",
    ):
        text = path.read_bytes().decode().replace("\r\n", "\n").replace("\n", "\r\n")
        relocate(text.replace('id="', 'id="漢é').encode())
