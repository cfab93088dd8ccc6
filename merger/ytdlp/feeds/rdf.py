"""Converts RSS 0.90 and 1.0 feeds, which are RDF, to RSS 2.0."""

from xml.etree.ElementTree import Element, SubElement

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
            link = each.get(f'{RDF}resource') or each.get(f'{ENCLOSURE}url') or ''
            SubElement(item, 'enclosure', url=link, type=each.get(f'{ENCLOSURE}type') or '')
        channel.append(item)
    return rss
