"""Makes yt-dlp's generic extractor, which accepts only RSS 2.0, accept Atom and the older forms of RSS."""

from typing import Any
from xml.etree.ElementTree import Element

from yt_dlp.extractor import generic

from patches import atom, rdf


def patch(_extractor: Any) -> None:
    parse = generic.compat_etree_fromstring

    def parse_as_rss(document: str | bytes) -> Element:
        root = parse(document)
        if root.tag == f'{atom.ATOM}feed':
            return atom.rss_of(root)
        if root.tag == f'{rdf.RDF}RDF':
            return rdf.rss_of(root)
        if root.tag.lower().rpartition('}')[2] == 'rss':
            without_namespace(root)
        return root

    generic.compat_etree_fromstring = parse_as_rss


def without_namespace(rss: Element) -> None:
    """Some feeds put the elements of RSS, which have no namespace, into one of their own."""
    namespace = rss.tag.rpartition('}')[0] + '}' if rss.tag.startswith('{') else ''
    if namespace:
        for each in rss.iter():
            each.tag = each.tag.removeprefix(namespace)
    rss.tag = 'rss'
