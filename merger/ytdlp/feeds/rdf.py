"""Converts RSS 0.90 and 1.0 feeds, which are RDF, to RSS 2.0."""

from xml.etree.ElementTree import Element, SubElement

from oddities import met

RDF = '{http://www.w3.org/1999/02/22-rdf-syntax-ns#}'
FORMS = ('{http://purl.org/rss/1.0/}', '{http://my.netscape.com/rdf/simple/0.9/}')
ENCLOSURE = '{http://purl.oclc.org/net/rss_2.0/enc#}'


def rss_of(root: Element) -> Element:
    for each in root.iter():
        for form in FORMS:
            each.tag = each.tag.removeprefix(form)
    rss = Element('rss', root.attrib)
    channel = root.find('channel')
    channel = SubElement(rss, 'channel') if channel is None else channel
    if channel not in rss:
        rss.append(channel)
    picture = root.find('image')
    if picture is not None:
        channel.append(picture)
    for item in root.findall('item'):
        for each in item.findall(f'{ENCLOSURE}enclosure'):
            add_enclosure(item, [each, *each.findall(f'{ENCLOSURE}Enclosure')])
        channel.append(item)
    return rss


def add_enclosure(item: Element, parts: list[Element]) -> None:
    """The facts are attributes of the element, or of the object in it, or elements in that."""
    if len(parts) > 1:
        met('rdf.enclosed_object')
    names = (f'{ENCLOSURE}url', f'{RDF}resource', f'{RDF}about')
    link = next((link for each in parts for name in names if (link := stated(each, name))), '')
    media_type = next((found for each in parts if (found := stated(each, f'{ENCLOSURE}type'))), '')
    SubElement(item, 'enclosure', url=link, type=media_type)


def stated(part: Element, name: str) -> str:
    return (part.get(name) or part.findtext(name) or '').strip()
