"""Converts Atom feeds (RFC 4287) to RSS, so that one reader (rss.py) handles both."""

from xml.etree.ElementTree import Element, SubElement

from web_link import joined

ATOM = '{http://www.w3.org/2005/Atom}'
BASE = '{http://www.w3.org/XML/1998/namespace}base'
LANGUAGE = '{http://www.w3.org/XML/1998/namespace}lang'
ITUNES = '{http://www.itunes.com/dtds/podcast-1.0.dtd}'


def rss_of(feed: Element) -> Element:
    rss = Element('rss')
    channel = SubElement(rss, 'channel')
    add(channel, 'title', text_of(feed, 'title'))
    add(channel, 'language', feed.get(LANGUAGE))
    add(channel, f'{ITUNES}author', author_of(feed))
    picture = text_of(feed, 'logo') or text_of(feed, 'icon')
    if picture:
        SubElement(channel, f'{ITUNES}image', href=joined(feed.get(BASE) or '', picture))
    # The elements of the podcast extensions (itunes:, media:) are the same in RSS and Atom, so they are
    # copied.
    channel.extend(child for child in feed if not child.tag.startswith(ATOM))
    for entry in feed.findall(f'{ATOM}entry'):
        base = joined(feed.get(BASE) or '', entry.get(BASE) or '')
        channel.append(item_of(entry, base))
    return rss


def item_of(entry: Element, base: str) -> Element:
    item = Element('item')
    add(item, 'title', text_of(entry, 'title'))
    add(item, 'guid', text_of(entry, 'id'))
    add(item, 'pubDate', date_of(entry))
    add(item, 'description', text_of(entry, 'summary') or text_of(entry, 'content'))
    add(item, f'{ITUNES}author', author_of(entry))
    for link in entry.findall(f'{ATOM}link'):
        href = (link.get('href') or '').strip()
        if not href:
            continue
        url = joined(joined(base, link.get(BASE) or ''), href)
        # A link without `rel` has the relation "alternate" (RFC 4287, section 4.2.7.2).
        relation = link.get('rel') or 'alternate'
        if relation.rpartition('/')[2] == 'enclosure':
            SubElement(item, 'enclosure', url=url, type=link.get('type') or '')
        elif relation == 'alternate':
            add(item, 'link', url)
        else:
            SubElement(item, f'{ATOM}link', rel=relation, href=url)
    for content in entry.findall(f'{ATOM}content'):
        if content.get('src'):
            url = joined(joined(base, content.get(BASE) or ''), content.get('src'))
            SubElement(item, 'enclosure', url=url, type=content.get('type') or '')
    item.extend(child for child in entry if not child.tag.startswith(ATOM))
    return item


def date_of(entry: Element) -> str | None:
    """Atom 0.3 has other names."""
    names = ('published', 'issued', 'created', 'updated', 'modified')
    return next((date for name in names if (date := text_of(entry, name))), None)


def author_of(parent: Element) -> str | None:
    author = parent.find(f'{ATOM}author')
    return None if author is None else text_of(author, 'name')


def text_of(parent: Element, name: str) -> str | None:
    child = parent.find(f'{ATOM}{name}')
    return None if child is None else ''.join(child.itertext()).strip() or None


def add(parent: Element, name: str, text: str | None) -> None:
    if text:
        SubElement(parent, name).text = text
