"""Gives Atom, the older forms of RSS and mended RSS 2.0 the form that rss.py reads."""

from xml.etree.ElementTree import Element, SubElement

from feeds import atom, names, rdf

ITUNES = '{http://www.itunes.com/dtds/podcast-1.0.dtd}'


def of_atom(root: Element) -> Element | None:
    if local_name(root) != 'feed':
        return None
    # Atom 0.3 has another namespace, some feeds have none, and others misspell it.
    own = root.tag.rpartition('}')[0].removeprefix('{')
    names.to_current(root, (own,), atom.ATOM)
    return atom.rss_of(root)


def of_rdf(root: Element) -> Element | None:
    if root.tag != f'{rdf.RDF}RDF':
        return None
    names.to_current(root, (), '')
    return rdf.rss_of(root)


def of_redirect(root: Element) -> Element | None:
    return moved(root) if local_name(root) == 'redirect' else None


def of_mended_rss(root: Element) -> Element | None:
    if local_name(root) != 'rss':
        return None
    mended = [without_namespace(root), names.to_current(root, (), ''), with_channel(root)]
    return root if any(mended) else None


def local_name(root: Element) -> str:
    return root.tag.lower().rpartition('}')[2]


def moved(root: Element) -> Element:
    """Some shows leave the address to which they have moved in a form that Radio UserLand introduced."""
    rss = Element('rss')
    channel = SubElement(rss, 'channel')
    SubElement(channel, f'{ITUNES}new-feed-url').text = root.findtext('newLocation')
    return rss


def with_channel(rss: Element) -> bool:
    """Some feeds put their items after the channel, or have no channel."""
    channel = rss.find('.//channel')
    is_right = channel is not None
    if channel is None:
        channel = SubElement(rss, 'channel')
    own = {*channel}
    for item in [*rss.iter('item'), *rss.iter('entry')]:
        item.tag = 'item'
        # An item around the channel would hold itself.
        if item not in own and channel not in item.iter():
            is_right = False
            channel.append(item)
    if channel not in [*rss]:
        rss.insert(0, channel)
    return not is_right


def without_namespace(rss: Element) -> bool:
    """Some feeds put the elements of RSS, which have no namespace, into one of their own."""
    namespace = rss.tag.rpartition('}')[0] + '}' if rss.tag.startswith('{') else ''
    if namespace:
        for each in rss.iter():
            each.tag = each.tag.removeprefix(namespace)
    rss.tag = 'rss'
    return bool(namespace)
