"""Reads feeds and manifests that are not quite valid XML, in one pass over their text.

As browsers read pages: what ends nothing is ignored, what nothing ends is empty, what begins no tag is text.
"""

import re
from collections.abc import Callable
from html.entities import html5
from xml.etree.ElementTree import Element, ParseError, TreeBuilder

from oddities import met

NOT_XML = re.compile(r'[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]')
# Where a document begins, after warnings of PHP, comments or a mark. Other XML is a page.
ROOT = re.compile(
    r'<(?:\w{1,20}:)?(?:rss|feed|rdf|redirect|mpd|smil|playlist|smoothstreamingmedia|manifest)(?=[\s>])',
    re.IGNORECASE,
)
MAX_BEFORE = 4_096
START_TAG = re.compile(r'<([A-Za-z_][\w:.-]{0,60})(?=[\s/>"\'])')
END_TAG = re.compile(r'</\s{0,9}([A-Za-z_][\w:.-]{0,60})[^<>]{0,100}>')
# In CDATA, in quotes, or bare.
ATTRIBUTE = re.compile(
    r'[\s"\']{0,9}([A-Za-z_][\w:.-]{0,60})\s{0,9}=\s{0,9}'
    r'(?:<!\[CDATA\[([^<>]{0,5000})\]\]>|"([^"]{0,5000})"|\'([^\']{0,5000})\'|([^\s"\'<>]{1,5000}))'
)
TAG_END = re.compile(r'[^<>]{0,1000}>')
CDATA, CDATA_END = '<![CDATA[', ']]>'
# What is skipped: a comment, an instruction, a declaration.
SKIPPED = (('<!--', '-->'), ('<?', '?>'), ('<!', '>'))
REFERENCE = re.compile(r'&(?:#x([\da-fA-F]{1,6})|#(\d{1,7})|([A-Za-z]\w{1,31}));')
ITEMS = ('item', 'entry')
# They have no content, so publishers leave them open.
EMPTY = ('enclosure', 'media:content', 'media:thumbnail', 'itunes:image', 'atom:link')
# Feeds have ten levels. What is deeper has the last of these as parent.
MAX_DEPTH = 30
XML = 'http://www.w3.org/XML/1998/namespace'
# Of prefixes that a document uses without declaring them.
NAMESPACES = {
    'itunes': 'http://www.itunes.com/dtds/podcast-1.0.dtd',
    'media': 'http://search.yahoo.com/mrss/',
    'content': 'http://purl.org/rss/1.0/modules/content/',
    'dc': 'http://purl.org/dc/elements/1.1/',
    'atom': 'http://www.w3.org/2005/Atom',
    'podcast': 'https://podcastindex.org/namespace/1.0',
    'psc': 'http://podlove.org/simple-chapters',
    'rdf': 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
    'enc': 'http://purl.oclc.org/net/rss_2.0/enc#',
    'xml': XML,
}


def parsed(parse: Callable[[str | bytes], Element], document: str | bytes) -> Element:
    try:
        return parse(document)
    except ParseError:
        root = ROOT.search(document[:MAX_BEFORE]) if isinstance(document, str) else None
        before = document[: root.start()].lower() if root else ''
        if not root or '<html' in before or '<!doctype html' in before:
            raise
        met('lenient.broken_xml')
        return Reader(NOT_XML.sub('', document[root.start() :])).read()


class Open:
    """An element whose end has not come. `spaces`: namespaces by prefix, '' for names without one."""

    def __init__(self, name: str, element: Element, spaces: dict[str, str]) -> None:
        self.name = name.lower()
        self.element = element
        self.spaces = spaces
        self.is_item = self.name in ITEMS


class Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.builder = TreeBuilder()
        self.opened: list[Open] = []
        self.items: list[tuple[Element, Element]] = []
        lower = text.lower()
        self.empty = [name for name in EMPTY if f'</{name}' not in lower]
        # After this place there is no such end, so it is not looked for again.
        self.last = {end: text.rfind(end) for end in (CDATA_END, *(end for _, end in SKIPPED))}

    def read(self) -> Element:
        at = 0
        while at < len(self.text):
            markup = self.text.find('<', at)
            markup = len(self.text) if markup < 0 else markup
            self.add(unescaped(self.text[at:markup]))
            at = self.after(markup) if markup < len(self.text) else markup
        root = self.opened[0].element
        unfinished = next((each.element for each in self.opened if each.is_item), None)
        while self.opened:
            self.end_last(is_stated=True)
        self.drop(unfinished)
        return root

    def add(self, text: str) -> None:
        if text and self.opened:
            self.builder.data(text)

    def after(self, at: int) -> int:
        """Reads the markup at a place, and returns where it ends."""
        if self.text.startswith(CDATA, at):
            begin, end = at + len(CDATA), self.end_of(CDATA_END, at)
            if end < 0:
                return begin
            self.add(self.text[begin:end])
            return end + len(CDATA_END)
        for start, stop in SKIPPED:
            if self.text.startswith(start, at):
                end = self.end_of(stop, at)
                return at + len(start) if end < 0 else end + len(stop)
        ended = END_TAG.match(self.text, at)
        if ended:
            self.end(ended[1].lower())
            return ended.end()
        begun = START_TAG.match(self.text, at)
        closed = self.start(begun) if begun else None
        if closed:
            return closed
        self.add('<')
        return at + 1

    def end_of(self, mark: str, at: int) -> int:
        return self.text.find(mark, at) if at <= self.last[mark] else -1

    def start(self, begun: re.Match) -> int | None:
        """Returns where the tag ends, None if it is no tag."""
        name, at, stated = begun[1], begun.end(), {}
        while attribute := ATTRIBUTE.match(self.text, at):
            value = next(each for each in attribute.groups()[1:] if each is not None)
            is_bare = attribute[5] is not None and self.text.startswith('>', attribute.end())
            stated.setdefault(attribute[1], unescaped(value.removesuffix('/') if is_bare else value))
            at = attribute.end()
        closed = TAG_END.match(self.text, at)
        if not closed and not stated:
            return None
        self.begin(name, stated)
        if (closed and closed[0].endswith('/>')) or name.lower() in self.empty:
            self.end_last(is_stated=True)
        return closed.end() if closed else at

    def begin(self, name: str, stated: dict[str, str]) -> None:
        if name.lower() in ITEMS:
            self.end(*(each.name for each in self.opened if each.is_item))
        if len(self.opened) == MAX_DEPTH:
            self.end_last(is_stated=True)
        own = {key[6:]: link for key, link in stated.items() if key.startswith('xmlns:')}
        own |= {'': stated['xmlns']} if 'xmlns' in stated else {}
        spaces = self.opened[-1].spaces if self.opened else NAMESPACES
        spaces = {**spaces, **own} if own else spaces
        attributes = {
            qualified(key, {**spaces, '': ''}) if ':' in key else key: value
            for key, value in stated.items()
            if not key.startswith('xmlns')
        }
        parent = self.opened[-1].element if self.opened else None
        self.opened.append(Open(name, self.builder.start(qualified(name, spaces), attributes), spaces))
        if self.opened[-1].is_item and parent is not None:
            self.items.append((parent, self.opened[-1].element))

    def end(self, *names: str) -> None:
        """Ends the last element with one of these names, and what is open in it. The root ends last."""
        found = next((at for at in range(len(self.opened) - 1, 0, -1) if self.opened[at].name in names), None)
        while found is not None and len(self.opened) > found:
            self.end_last(is_stated=len(self.opened) - 1 == found)

    def end_last(self, is_stated: bool) -> None:
        last = self.opened.pop()
        self.builder.end(last.element.tag)
        if is_stated or not self.opened or last.is_item:
            return
        # What nothing ends has no children. They belong to the element around it.
        children = list(last.element)
        last.element[:] = []
        self.opened[-1].element.extend(children)

    def drop(self, unfinished: Element | None) -> None:
        """Of a feed that breaks off, the last item is left out, unless it is the only one."""
        if unfinished is None or len(self.items) < 2:
            return
        for parent, item in self.items:
            if item is unfinished and item in [*parent]:
                parent.remove(item)


def qualified(name: str, spaces: dict[str, str]) -> str:
    prefix, _, local = name.rpartition(':')
    space = spaces.get(prefix, f'urn:{prefix}' if prefix else '')
    return f'{{{space}}}{local}' if space else local


def unescaped(text: str) -> str:
    return REFERENCE.sub(character, text) if '&' in text else text


def character(reference: re.Match) -> str:
    """Drops a reference to a character that XML does not allow. One that is unknown is text."""
    if reference[3]:
        return html5.get(f'{reference[3]};', reference[0])
    point = int(reference[1], 16) if reference[1] else int(reference[2])
    allowed = point in (9, 10, 13) or 0x20 <= point < 0xD800 or 0xE000 <= point < 0xFFFE
    return chr(point) if allowed or 0x10000 <= point <= 0x10FFFF else ''
