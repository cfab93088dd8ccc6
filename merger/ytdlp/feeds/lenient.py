"""Repairs feeds and manifests that are not quite valid XML."""

import re
from collections.abc import Callable
from html.entities import html5
from xml.etree.ElementTree import Element, ParseError

from feeds import broken

CDATA = re.compile(r'(<!\[CDATA\[.*?\]\]>)', re.DOTALL)
# Matches every ampersand except one that begins a reference of XML itself, such as "&amp;" or "&#38;".
AMPERSAND = re.compile(r'&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});)([A-Za-z]\w{1,31};)?')
NUMBERED = re.compile(r'&#(?:x([\da-fA-F]{1,6})|(\d{1,7}));')
# Where a feed begins after warnings of PHP, comments or a mark.
START = re.compile(r'<\?xml\s|<(?:rss|feed|rdf:RDF)[\s>]', re.IGNORECASE)
MAX_BEFORE = 4_096
DECLARATION = re.compile(r'<\?xml\b[^>]{0,300}>')
# Without definitions of its own. They may be a "billion laughs" attack.
DOCTYPE = re.compile(r'<!DOCTYPE[^<>\[]{0,500}>', re.IGNORECASE)
# The end of a feed that breaks off after a complete item.
ITEM_END = re.compile(r'</(?:\w+:)?(?:item|entry)\s*>')
ROOT = re.compile(r'<(rss|feed|(?:\w+:)?RDF)(?=[\s>])', re.IGNORECASE)
MAX_PREFIXES = 20
PREFIX = re.compile(r'</?([A-Za-z][\w-]{0,30}):')
DECLARED_PREFIX = re.compile(r'\bxmlns:([\w-]{1,31})\s*=')
NAMESPACES = {
    'itunes': 'http://www.itunes.com/dtds/podcast-1.0.dtd',
    'media': 'http://search.yahoo.com/mrss/',
    'content': 'http://purl.org/rss/1.0/modules/content/',
    'dc': 'http://purl.org/dc/elements/1.1/',
    'atom': 'http://www.w3.org/2005/Atom',
    'podcast': 'https://podcastindex.org/namespace/1.0',
}
NOT_XML = re.compile(r'[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]')


def parsed(parse: Callable[[str | bytes], Element], document: str | bytes) -> Element:
    try:
        return parse(document)
    except ParseError:
        repaired = repair(document) if isinstance(document, str) else None
        if repaired is None:
            raise
        for text in (repaired, intact(repaired)):
            try:
                return parse(text)
            except ParseError:
                continue
        return parse(broken.readable(repaired))


def intact(document: str) -> str:
    """Returns a feed that breaks off, up to its last complete item."""
    root, ends = ROOT.search(document), list(ITEM_END.finditer(document))
    if not root or not ends:
        return document
    channel = '</channel>' if root[1] == 'rss' else ''
    return f'{document[: ends[-1].end()]}{channel}</{root[1]}>'


def repair(document: str) -> str | None:
    """Repairs common mistakes in feeds: text before the feed, HTML entities, a bare "&", prefixes without a
    declaration, characters that XML does not allow.

    Returns None for a document that is not XML or that defines its own entities.
    """
    start = START.search(document[:MAX_BEFORE])
    before = document[: start.start()].lower() if start else ''
    if not start or '<html' in before or '<!doctype' in before:
        return None
    declaration = DECLARATION.match(document, start.start())
    trimmed = document[declaration.end() if declaration else start.start() :]
    trimmed = DOCTYPE.sub('', trimmed[:1000], count=1) + trimmed[1000:]
    if '<!DOCTYPE' in trimmed[:1000] or '<!ENTITY' in trimmed:
        return None
    pieces = CDATA.split(NOT_XML.sub('', trimmed))
    return with_prefixes(
        ''.join(piece if piece.startswith('<![CDATA[') else repaired_text(piece) for piece in pieces)
    )


def repaired_text(piece: str) -> str:
    return NUMBERED.sub(numbered, AMPERSAND.sub(character, piece)).replace(']]>', ']]&gt;')


def numbered(reference: re.Match) -> str:
    """Drops a reference to a character that XML does not allow."""
    point = int(reference[1], 16) if reference[1] else int(reference[2])
    allowed = point in (9, 10, 13) or 0x20 <= point < 0xD800 or 0xE000 <= point < 0xFFFE
    return reference[0] if allowed or 0x10000 <= point <= 0x10FFFF else ''


def with_prefixes(document: str) -> str:
    """Declares the namespaces that a feed uses without declaring them."""
    root = ROOT.search(document)
    missing = {*PREFIX.findall(document)} - {*DECLARED_PREFIX.findall(document)} - {'xml'}
    if not root or not missing:
        return document
    some = sorted(missing)[:MAX_PREFIXES]
    names = ''.join(f' xmlns:{each}="{NAMESPACES.get(each, f"urn:{each}")}"' for each in some)
    return f'{document[: root.end(1)]}{names}{document[root.end(1) :]}'


def character(reference: re.Match) -> str:
    """Replaces an HTML entity with its character. Escapes an ampersand that does not begin an HTML entity."""
    known = html5.get(reference[1] or '')
    if known:
        return known
    return f'&amp;{reference[1] or ""}'
