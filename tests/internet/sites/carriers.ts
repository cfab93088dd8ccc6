import { html, json, redirect, text } from '../answers.ts'
import type { Answer, Ask, Site } from '../site.ts'

// Pages and feeds that lead to the link in their query parameter `to` in every way that the merger follows.

const SOUND = 'https://cdn.example/audio.mp3'

/** A hostile link stays as it is, but must not end the attribute or the text that contains it. */
const escaped = (link: string) =>
  Array.from(link.toWellFormed())
    .filter((character) => character >= ' ' || '\t\n\r'.includes(character))
    .join('')
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')

/** UTF-8, without the characters that a header cannot have. */
const inHeader = (link: string) =>
  Buffer.from(link.toWellFormed().replace(/(?!\t)\p{Cc}/gu, '')).toString('latin1')

const rss = (channel: string) =>
  text(
    `<rss xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>A show</title>${channel}</channel></rss>`,
    'application/rss+xml; charset=utf-8',
  )
const item = (enclosure: string, more = '') =>
  `<item><title>An episode</title><enclosure url="${enclosure}" type="audio/mpeg"/>${more}</item>`

const answers: Record<string, (to: string, ask: Ask) => Answer> = {
  '/base': (to) => html(`<base href="${to}"><title>x</title><video src="secret.mp4"></video>`),
  '/page': (to, { query }) =>
    html(
      `<title>x</title><iframe src="${to}"></iframe><object data="${to}"></object><iframe srcdoc="&lt;video src='${to}/x.mp4'&gt;"></iframe>
       <link rel="amphtml" href="${to}"><link rel="canonical" href="${to}"><link rel="video_src" href="${to}"><a href="${to}/feed">RSS</a><a href="${to}" download="x.mp4">x</a>
       <link rel="alternate" type="application/rss+xml" href="${to}">
       <link rel="alternate" type="application/json+oembed" href="/oembed?${query.toString()}">
       <script type="application/ld+json">${JSON.stringify({ '@type': 'VideoObject', contentUrl: query.get('to'), embedUrl: query.get('to') })},</script>
       <div data-setup="{&quot;src&quot;:&quot;${to}/x.mp4&quot;}"></div>`,
    ),
  '/onward': (to) => html(`<title>x</title><meta http-equiv="refresh" content="0;'${to}'">`),
  '/script': (_, { query }) =>
    html(`<title>x</title><script>location.replace(${JSON.stringify(query.get('to'))})</script>`),
  '/oembed-page': (to) =>
    html(`<title>x</title><link rel="alternate" type="application/json+oembed" href="${to}">`),
  '/oembed': (to) => json({ type: 'video', html: `<iframe src="${to}"></iframe>` }),
  '/lazy': (to) =>
    html(
      `<title>x</title><iframe src="about:blank" data-src="${to}"></iframe><div data-url="${to}"></div><script>play("${to}/x.mp4")</script>`,
    ),
  '/redirect': (_, { query }) => redirect(inHeader(query.get('to') ?? '')),
  '/error.xml': (to) =>
    text(`<rss><channel><title>A show</title>${item(to)}</channel></rss>`, 'application/rss+xml', 500),
  '/location.xml': (to) =>
    text(`<redirect><newLocation>${to}</newLocation></redirect>`, 'application/rss+xml; charset=utf-8'),
  '/atom.xml': (to) =>
    text(
      `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="${to}"><title>A show</title><entry><title>x</title><link rel="enclosure" type="audio/mpeg" href="${to}"/><content type="audio/mpeg" src="x.mp3"/></entry></feed>`,
      'application/atom+xml; charset=utf-8',
    ),
  '/list.pls': (_, { query }) =>
    text(`[playlist]\nFile1=${query.get('to')}\nNumberOfEntries=1\n`, 'audio/x-scpls; charset=utf-8'),
  '/moved.xml': (to) => rss(`<itunes:new-feed-url>${to}</itunes:new-feed-url>`),
  '/feed.xml': (to) =>
    rss(
      item(
        SOUND,
        `<podcast:chapters url="${to}" type="application/json+chapters"/><podcast:transcript url="${to}" type="text/vtt"/>
         <podcast:alternateEnclosure type="video/mp4"><podcast:source uri="${to}"/></podcast:alternateEnclosure><itunes:image href="${to}"/>`,
      ),
    ),
  '/enclosure.xml': (to) => rss(item(to)),
  '/feed.json': (_, { query }) =>
    json({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'A show',
      icon: query.get('to'),
      items: [{ id: '1', attachments: [{ url: query.get('to'), mime_type: 'audio/mpeg' }] }],
    }),
}

export const carriers: Site = {
  hosts: ['carriers.example'],
  answer: (ask) => answers[ask.path]?.(escaped(ask.query.get('to') ?? ''), ask),
}
