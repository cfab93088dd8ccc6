"""Repairs feeds and manifests that are not quite valid XML.

Decides on the encoding as browsers do. But a text that is valid UTF-8 is UTF-8, whatever it declares.
"""

import codecs
import re
from html.entities import html5
from typing import Any
from xml.etree.ElementTree import ParseError

from yt_dlp.extractor import generic

from patches import broken_feeds

DECLARED_ENCODING = re.compile(rb'\s*<\?xml[^>]{0,200}?\bencoding\s*=\s*["\']([\w.:-]{1,40})["\']')
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
BOMS = {codecs.BOM_UTF8: 'utf-8-sig', codecs.BOM_UTF16_LE: 'utf-16', codecs.BOM_UTF16_BE: 'utf-16'}
# Without a byte order mark. Appendix F of XML 1.0.
WIDE = {b'<\0': 'utf-16-le', b'\0<': 'utf-16-be'}
# Encodings whose bytes are ASCII, so they are valid UTF-8 too.
SHIFTED = ('iso-2022-', 'utf-7', 'hz')
# Names for which browsers use a larger encoding (https://encoding.spec.whatwg.org/#names-and-labels).
LARGER = {
    **dict.fromkeys(('utf-8', 'utf8', 'iso-8859-1', 'latin-1', 'latin1', 'us-ascii', 'ascii'), 'cp1252'),
    **dict.fromkeys(('gb2312', 'gb_2312-80', 'gbk', 'x-gbk'), 'gb18030'),
    **dict.fromkeys(('euc-kr', 'ks_c_5601-1987'), 'cp949'),
    **dict.fromkeys(('shift_jis', 'shift-jis', 'sjis', 'x-sjis'), 'cp932'),
    'big5': 'big5hkscs',
    'iso-8859-9': 'cp1254',
    'tis-620': 'cp874',
}
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


def patch(extractor: Any) -> None:
    """Makes an extractor use the encoding of the XML declaration, and repair a document that cannot be
    parsed.
    """
    guess, parse = extractor._guess_encoding_from_content, generic.compat_etree_fromstring

    def encoding_of(content_type: str, data: bytes) -> str:
        known = next((name for start, name in (BOMS | WIDE).items() if data.startswith(start)), None)
        if known:
            return known
        declared = DECLARED_ENCODING.match(data)
        # The charset of the Content-Type header has priority over the encoding in the XML declaration
        # (RFC 7303, section 3).
        is_named = 'charset=' in content_type.lower()
        name = declared[1].decode('ascii') if declared and not is_named else guess(content_type, data)
        return encoding_for(name.strip('"\' ').lower(), data)

    def parse_leniently(document: str | bytes) -> Any:
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
            return parse(broken_feeds.readable(repaired))

    extractor._guess_encoding_from_content = encoding_of
    generic.compat_etree_fromstring = parse_leniently


def encoding_for(name: str, data: bytes) -> str:
    if name.startswith(SHIFTED):
        return name
    try:
        data.decode('utf-8')
        return 'utf-8'
    except UnicodeDecodeError:
        return 'utf-8' if is_cut(data) else LARGER.get(name, name)


def is_cut(data: bytes) -> bool:
    """Whether only the last character is incomplete: the text is UTF-8 that breaks off."""
    try:
        codecs.getincrementaldecoder('utf-8')().decode(data)
        return True
    except UnicodeDecodeError:
        return False


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
