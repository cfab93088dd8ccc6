"""Decides on the encoding of a feed or page as browsers do. But a text that is valid UTF-8 is UTF-8, whatever
it declares.
"""

import codecs
import re
from collections.abc import Callable
from typing import Any

from oddities import met

DECLARED_ENCODING = re.compile(rb'\s*<\?xml[^>]{0,200}?\bencoding\s*=\s*["\']([\w.:-]{1,40})["\']')
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
UTF_8 = ('utf-8', 'utf8')


def guessed(guess: Callable[[str, bytes], str]) -> Callable[[Any, str, bytes], str]:
    """Also uses the encoding of the XML declaration."""

    def guess_encoding(_: Any, content_type: str, data: bytes) -> str:
        known = next((name for start, name in (BOMS | WIDE).items() if data.startswith(start)), None)
        if known:
            return known
        declared = DECLARED_ENCODING.match(data)
        # The charset of the Content-Type header has priority over the encoding in the XML declaration
        # (RFC 7303, section 3).
        is_named = 'charset=' in content_type.lower()
        name = declared[1].decode('ascii') if declared and not is_named else guess(content_type, data)
        return encoding_for(name.strip('"\' ').lower(), data)

    return guess_encoding


def encoding_for(name: str, data: bytes) -> str:
    if name.startswith(SHIFTED):
        return name
    try:
        data.decode('utf-8')
        if name not in UTF_8 and not data.isascii():
            met('encoding.undeclared_utf8')
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
