"""Gives the elements of feeds the names that the readers know.

Publishers misspell namespaces, and write names in upper case.
"""

from xml.etree.ElementTree import Element

NAMESPACES = {
    'http://www.itunes.com/dtds/podcast-1.0.dtd': 'http://www.itunes.com/dtds/podcast-1.0.dtd',
    'http://itunes.com/dtds/podcast-1.0.dtd': 'http://www.itunes.com/dtds/podcast-1.0.dtd',
    'http://search.yahoo.com/mrss': 'http://search.yahoo.com/mrss/',
    'http://video.search.yahoo.com/mrss': 'http://search.yahoo.com/mrss/',
    'http://tools.search.yahoo.com/mrss': 'http://search.yahoo.com/mrss/',
    'http://www.rssboard.org/media-rss': 'http://search.yahoo.com/mrss/',
    'http://www.google.com/schemas/play-podcasts/1.0': 'http://www.itunes.com/dtds/podcast-1.0.dtd',
    # Some feeds end the name with a slash, or begin it with https.
    'http://podlove.org/simple-chapters': 'http://podlove.org/simple-chapters',
}
# Names of RSS with upper-case letters.
MIXED = {'pubdate': 'pubDate'}


def to_current(root: Element, others: tuple[str, ...], namespace: str) -> bool:
    """`others`: further names of `namespace`. Returns whether a name has changed."""
    changed = False
    for each in root.iter():
        if not isinstance(each.tag, str):
            continue
        name = current(each.tag, others, namespace)
        changed = changed or name != each.tag
        each.tag = name
        if '}' not in name:
            for key in [key for key in each.attrib if key != key.lower() and '}' not in key]:
                each.attrib.setdefault(key.lower(), each.attrib[key])
    return changed


def current(tag: str, others: tuple[str, ...], namespace: str) -> str:
    space, _, name = tag.rpartition('}')
    space = space.removeprefix('{')
    if space in others:
        return namespace + name
    if not space:
        return MIXED.get(name.lower(), name.lower())
    known = NAMESPACES.get(space.lower().replace('https:', 'http:', 1).rstrip('/'))
    return f'{{{known}}}{name}' if known else tag
