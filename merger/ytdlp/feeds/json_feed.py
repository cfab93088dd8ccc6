"""Converts JSON Feeds (https://www.jsonfeed.org/version/1.1/) to RSS, which rss.py reads."""

import json
import re
from typing import Any
from xml.etree.ElementTree import Element, SubElement

ITUNES = '{http://www.itunes.com/dtds/podcast-1.0.dtd}'
NOT_XML = re.compile(r'[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]')
VERSION = re.compile(r'https?://(?:www\.)?jsonfeed\.org/version/')


def parsed(body: bytes) -> dict | None:
    try:
        feed = json.loads(body.removeprefix(b'\xef\xbb\xbf'))
    except (ValueError, RecursionError):
        return None
    if not isinstance(feed, dict):
        return None
    return feed if VERSION.match(text_of(feed, 'version')) or has_attachments(feed) else None


def has_attachments(feed: dict) -> bool:
    """Some generators write another version, or none."""
    items = dicts(feed.get('items'))
    return any(text_of(file, 'url') for each in items for file in dicts(each.get('attachments')))


def rss_of(feed: dict) -> Element:
    rss = Element('rss')
    channel = SubElement(rss, 'channel')
    add(channel, 'title', text_of(feed, 'title'))
    add(channel, f'{ITUNES}author', author_of(feed))
    SubElement(channel, f'{ITUNES}image', href=text_of(feed, 'icon') or text_of(feed, 'favicon'))
    for each in dicts(feed.get('items')):
        item = SubElement(channel, 'item')
        add(item, 'title', text_of(each, 'title'))
        add(item, 'link', text_of(each, 'url') or text_of(each, 'external_url'))
        add(item, 'pubDate', text_of(each, 'date_published') or text_of(each, 'date_modified'))
        add(item, 'description', text_of(each, 'content_html') or text_of(each, 'content_text'))
        add(item, f'{ITUNES}author', author_of(each))
        SubElement(item, f'{ITUNES}image', href=text_of(each, 'image') or text_of(each, 'banner_image'))
        for file in dicts(each.get('attachments')):
            SubElement(item, 'enclosure', url=text_of(file, 'url'), type=text_of(file, 'mime_type'))
            add(item, f'{ITUNES}duration', str(file.get('duration_in_seconds') or ''))
    return rss


def dicts(found: Any) -> list[dict]:
    return [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []


def text_of(found: dict, name: str) -> str:
    text = found.get(name)
    return NOT_XML.sub('', text) if isinstance(text, str) else ''


def author_of(found: dict) -> str:
    authors = dicts(found.get('authors')) or dicts([found.get('author')])
    return ', '.join(filter(None, (text_of(each, 'name') for each in authors)))


def add(parent: Element, name: str, text: str) -> None:
    if text:
        SubElement(parent, name).text = text
