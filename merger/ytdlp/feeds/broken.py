"""Keeps what can be read of a feed that is not well-formed.

Its tags are repaired, and its items are read one by one.
"""

import re
from collections.abc import Iterator
from xml.etree.ElementTree import ParseError, fromstring

MAX_ITEMS = 2_000
MAX_ITEM = 200_000
ITEM = re.compile(r'(?=<(?:item|entry)[\s>])', re.IGNORECASE)
ITEM_END = re.compile(r'</(?:item|entry)\s*>', re.IGNORECASE)
ROOT = re.compile(r'<((?:\w+:)?(?:rss|feed|RDF))(?=[\s>])[^>]{0,5000}>', re.IGNORECASE)
MAX_HEAD = 50_000
MAX_DEPTH = 100
TITLE = re.compile(r'<title[^>]{0,200}>([^<]{0,1000})</title\s*>', re.IGNORECASE)
# Texts in which publishers forget to escape HTML.
NOTES = ('description', 'summary', 'content', 'content:encoded', 'itunes:summary')
TAG = re.compile(
    r'<([A-Za-z][\w:.-]{0,60})((?:\s|(?<=["\'\w])[A-Za-z])(?:[^<>"\']|"[^"]{0,5000}"|\'[^\']{0,5000}\'){0,500}?)(/?)>'
)
ATTRIBUTE = re.compile(r'([A-Za-z_][\w:.-]{0,60})\s{0,9}=\s{0,9}(?:"([^"]*)"|\'([^\']*)\'|([^\s"\'<>]+))')
IN_CDATA = re.compile(r'<!\[CDATA\[(.*?)\]\]>', re.DOTALL)
# They have no content, so they are often left open.
EMPTY = ('enclosure', 'media:content', 'media:thumbnail', 'itunes:image', 'atom:link')
# A comment, CDATA, the end or the start of an element.
PART = re.compile(
    r'<!--(?:.*?-->|.*)|<!\[CDATA\[(?:.*?\]\]>|.*)'
    r'|</(?P<ended>[\w:.-]{1,61})\s*>|<(?P<name>[A-Za-z][\w:.-]{0,60})[^<>]{0,10000}>',
    re.DOTALL,
)
# A "<" that begins no tag, comment or CDATA.
BARE = re.compile(r'<(?![A-Za-z/!?])')


def readable(document: str) -> str:
    """Returns a feed with the items that can be parsed, without the others."""
    root = ROOT.search(document[:MAX_HEAD])
    if not root:
        return document
    opening, name = tag_of(root[0], document), root[1]
    before, *pieces = ITEM.split(document)
    title = TITLE.search(before[:MAX_HEAD])
    head = f'<title>{title[1]}</title>' if title else ''
    items = []
    for piece in pieces[:MAX_ITEMS]:
        end = ITEM_END.search(piece)
        item = piece[: end.end()] if end and end.end() < MAX_ITEM else ''
        text = next((each for each in forms(item) if is_whole(f'{opening}{each}</{name}>')), None)
        if item and text:
            items.append(text)
    body = head + ''.join(items)
    return f'{opening}<channel>{body}</channel></{name}>' if name == 'rss' else f'{opening}{body}</{name}>'


def forms(item: str) -> Iterator[str]:
    yield item
    tidy = TAG.sub(lambda tag: tag_of(tag[0], item), BARE.sub('&lt;', item))
    yield tidy
    for name in NOTES:
        tidy = without(tidy, name)
    yield tidy
    yield balanced(tidy)


def balanced(item: str) -> str:
    """Drops end tags that end nothing, and ends each element that is still open."""
    pieces, opened, at = [], [], 0
    for part in PART.finditer(item):
        pieces.append(item[at : part.start()])
        at = part.end()
        ended, name = part['ended'], part['name']
        if ended and ended not in opened:
            continue
        while ended and opened[-1] != ended:
            pieces.append(f'</{opened.pop()}>')
        if ended:
            opened.pop()
        elif name and not part[0].endswith('/>'):
            opened.append(name)
            if len(opened) > MAX_DEPTH:
                return item
        pieces.append(part[0])
    return ''.join([*pieces, item[at:], *(f'</{name}>' for name in reversed(opened))])


def without(item: str, name: str) -> str:
    start, end = item.find(f'<{name}'), item.rfind(f'</{name}>')
    return item if start < 0 or end < start else item[:start] + item[end + len(name) + 3 :]


def is_whole(text: str) -> bool:
    try:
        fromstring(text)
        return True
    except ParseError:
        return False


def tag_of(tag: str, document: str) -> str:
    """Writes a tag again, with each attribute once and in quotes."""
    name = re.match(r'<([\w:.-]+)', tag)[1]
    text = IN_CDATA.sub(r'\1', tag[len(name) + 1 :].rstrip('>'))
    attributes: dict[str, str] = {}
    for attribute in ATTRIBUTE.finditer(text):
        value = next(each for each in attribute.groups()[1:] if each is not None)
        attributes.setdefault(
            attribute[1],
            value.replace('<', '&lt;').replace('"', '&quot;').rstrip('/')
            if attribute[4]
            else value.replace('<', '&lt;').replace('"', '&quot;'),
        )
    written = ''.join(f' {each}="{value}"' for each, value in attributes.items())
    is_open = name.lower() in EMPTY and f'</{name}' not in document
    return f'<{name}{written}{"/" if is_open or text.rstrip().endswith("/") else ""}>'
