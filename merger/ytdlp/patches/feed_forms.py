"""Makes yt-dlp's generic extractor, which accepts only RSS 2.0, accept Atom and the older forms of RSS."""

from typing import Any
from xml.etree.ElementTree import Element, SubElement

from yt_dlp.extractor import generic

from patches import atom, feed_names, rdf

ITUNES = '{http://www.itunes.com/dtds/podcast-1.0.dtd}'
# Of Atom 0.3, of no version, and misspelled.
ATOM_NAMES = ('http://purl.org/atom/ns#', 'http://www.w3.org/2005/atom', 'https://www.w3.org/2005/Atom', '')


def patch(_extractor: Any) -> None:
    parse = generic.compat_etree_fromstring

    def parse_as_rss(document: str | bytes) -> Element:
        root = parse(document)
        form = root.tag.lower().rpartition('}')[2]
        if form == 'feed':
            feed_names.to_current(root, ATOM_NAMES, atom.ATOM)
            return atom.rss_of(root)
        if root.tag == f'{rdf.RDF}RDF':
            feed_names.to_current(root, (), '')
            return rdf.rss_of(root)
        if form == 'rss':
            without_namespace(root)
            feed_names.to_current(root, (), '')
            with_channel(root)
        if form == 'redirect':
            return moved(root)
        return root

    generic.compat_etree_fromstring = parse_as_rss


def moved(root: Element) -> Element:
    """Some shows leave the address to which they have moved in a form that Radio UserLand introduced."""
    rss = Element('rss')
    channel = SubElement(rss, 'channel')
    SubElement(channel, f'{ITUNES}new-feed-url').text = root.findtext('newLocation')
    return rss


def with_channel(rss: Element) -> None:
    """Some feeds put their items after the channel, or have no channel."""
    channel = rss.find('.//channel')
    if channel is None:
        channel = SubElement(rss, 'channel')
    own = {*channel}
    for item in [*rss.iter('item'), *rss.iter('entry')]:
        item.tag = 'item'
        if item not in own:
            channel.append(item)
    if channel not in [*rss]:
        rss.insert(0, channel)


def without_namespace(rss: Element) -> None:
    """Some feeds put the elements of RSS, which have no namespace, into one of their own."""
    namespace = rss.tag.rpartition('}')[0] + '}' if rss.tag.startswith('{') else ''
    if namespace:
        for each in rss.iter():
            each.tag = each.tag.removeprefix(namespace)
    rss.tag = 'rss'
