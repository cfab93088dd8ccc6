"""Atom feeds (RFC 4287), told as the RSS feeds that say the same: a feed is then read in one way only."""

from typing import Any
from urllib.parse import urljoin
from xml.etree.ElementTree import Element, SubElement

from yt_dlp.extractor import generic

ATOM = '{http://www.w3.org/2005/Atom}'
BASE = '{http://www.w3.org/XML/1998/namespace}base'
ITUNES = '{http://www.itunes.com/dtds/podcast-1.0.dtd}'


def watch(_extractor: Any) -> None:
    """Has yt-dlp's extractor of pages take Atom for RSS, which is the only one of both it knows."""
    parse = generic.compat_etree_fromstring

    def told(document: str | bytes) -> Element:
        root = parse(document)
        return rss_of(root) if root.tag == f'{ATOM}feed' else root

    generic.compat_etree_fromstring = told


def rss_of(feed: Element) -> Element:
    rss = Element('rss')
    channel = SubElement(rss, 'channel')
    say(channel, 'title', text(feed, 'title'))
    say(channel, f'{ITUNES}author', author_of(feed))
    picture = text(feed, 'logo') or text(feed, 'icon')
    if picture:
        SubElement(channel, f'{ITUNES}image', href=urljoin(feed.get(BASE) or '', picture))
    # What podcasts add to both kinds of feeds stays as it is.
    channel.extend(child for child in feed if not child.tag.startswith(ATOM))
    for entry in feed.findall(f'{ATOM}entry'):
        base = urljoin(feed.get(BASE) or '', entry.get(BASE) or '')
        channel.append(item_of(entry, base))
    return rss


def item_of(entry: Element, base: str) -> Element:
    item = Element('item')
    say(item, 'title', text(entry, 'title'))
    say(item, 'pubDate', text(entry, 'published') or text(entry, 'updated'))
    say(item, 'description', text(entry, 'summary') or text(entry, 'content'))
    say(item, f'{ITUNES}author', author_of(entry))
    for link in entry.findall(f'{ATOM}link'):
        href = (link.get('href') or '').strip()
        if not href:
            continue
        address = urljoin(base, href)
        # A link that does not say what it is leads to the entry itself (RFC 4287, section 4.2.7.2).
        relation = link.get('rel') or 'alternate'
        if relation == 'enclosure':
            SubElement(item, 'enclosure', url=address, type=link.get('type') or '')
        elif relation == 'alternate':
            say(item, 'link', address)
    item.extend(child for child in entry if not child.tag.startswith(ATOM))
    return item


def author_of(parent: Element) -> str | None:
    author = parent.find(f'{ATOM}author')
    return None if author is None else text(author, 'name')


def text(parent: Element, name: str) -> str | None:
    found = parent.find(f'{ATOM}{name}')
    return None if found is None else ''.join(found.itertext()).strip() or None


def say(parent: Element, name: str, words: str | None) -> None:
    if words:
        SubElement(parent, name).text = words
