"""Texts of strangers as they are meant: XML that names its encoding itself, or that is XML only nearly."""

import re
from html.entities import html5
from typing import Any
from xml.etree.ElementTree import ParseError

from yt_dlp.extractor import generic

DECLARED = re.compile(rb'\s*<\?xml[^>]{0,200}?\bencoding\s*=\s*["\']([\w.:-]{1,40})["\']')
CDATA = re.compile(r'(<!\[CDATA\[.*?\]\]>)', re.S)
REFERENCE = re.compile(r'&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});)([A-Za-z]\w{1,31};)?')
NOT_XML = re.compile(r'[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]')


def watch(extractor: Any) -> None:
    """Has yt-dlp's extractor of pages read texts this way."""
    guess, parse = extractor._guess_encoding_from_content, generic.compat_etree_fromstring

    def encoding(content_type: str, data: bytes) -> str:
        declared = DECLARED.match(data)
        # What the server says stands above what the document says (RFC 7303, section 3).
        if declared and 'charset=' not in content_type.lower():
            return declared[1].decode('ascii')
        return guess(content_type, data)

    def patient(document: str | bytes) -> Any:
        try:
            return parse(document)
        except ParseError:
            mended = mend(document) if isinstance(document, str) else None
            if mended is None:
                raise
            return parse(mended)

    extractor._guess_encoding_from_content = encoding
    generic.compat_etree_fromstring = patient


def mend(document: str) -> str | None:
    """XML without the everyday mistakes of feeds: space before it, names of HTML, a bare "&". None for what is no XML."""
    begun = document.lstrip('\ufeff \t\r\n')
    if not begun.startswith(('<?xml', '<rss', '<feed')) or '<!DOCTYPE' in begun[:1000] or '<!ENTITY' in begun:
        return None
    parts = CDATA.split(NOT_XML.sub('', begun))
    return ''.join(part if part.startswith('<![CDATA[') else REFERENCE.sub(character, part) for part in parts)


def character(reference: re.Match) -> str:
    known = html5.get(reference[1] or '')
    if known:
        return known
    return f'&amp;{reference[1] or ""}'
