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
}
# Names of RSS with upper-case letters.
MIXED = {'pubdate': 'pubDate'}


def to_current(root: Element, others: tuple[str, ...], namespace: str) -> None:
    """`others`: further names of `namespace`."""
    for each in root.iter():
        if not isinstance(each.tag, str):
            continue
        space, _, name = each.tag.rpartition('}')
        space = space.removeprefix('{')
        if space in others:
            each.tag = namespace + name
        elif not space:
            each.tag = MIXED.get(name.lower(), name.lower())
            for key in [key for key in each.attrib if key != key.lower() and '}' not in key]:
                each.attrib.setdefault(key.lower(), each.attrib[key])
        else:
            known = NAMESPACES.get(space.lower().replace('https:', 'http:', 1).rstrip('/'))
            each.tag = f'{{{known}}}{name}' if known else each.tag
