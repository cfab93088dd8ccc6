import { expect, test } from 'vitest'
import { findLinks } from '#contract/platforms/index.ts'

test.each([
  ['rss://a.example/feed.xml', ['http://a.example/feed.xml']],
  ['pktc://subscribe/a.example/feed.xml', ['http://a.example/feed.xml']],
  ['antennapod-subscribe://a.example/feed.xml', ['http://a.example/feed.xml']],
  ['gpodder://a.example/feed.xml', ['http://a.example/feed.xml']],
  ['https://a.example/my holiday film.mp4', ['https://a.example/my%20holiday%20film.mp4']],
  ['https://a.example/мой фильм (1).mp4', ['https://a.example/мой%20фильм%20(1).mp4']],
  ['https://a.example/page?x=1 film.mp4', ['https://a.example/page?x=1']],
  ['https://a.example/one.mp4 and two.mp4', ['https://a.example/one.mp4']],
  ['https://a.example/a b c d e f g h i.mp4', ['https://a.example/a%20b%20c%20d%20e%20f%20g%20h%20i.mp4']],
  ['https://a.example/a talk of more than eight words is not a name.mp4', ['https://a.example/a']],
  ['https://youtu.be/a1 holiday.mp4', ['https://youtu.be/a1']],
  ['see https://a.example/my film.mp4', ['https://a.example/my']],
  ['https://youtu.be/a1,https://youtu.be/b2', ['https://youtu.be/a1', 'https://youtu.be/b2']],
  ['https://a.example/x;|https://b.example/y', ['https://a.example/x', 'https://b.example/y']],
  ['https://a.example/v\u200b.mp\u00ad4', ['https://a.example/v.mp4']],
  ['https%253A%252F%252Fa.example%252Fv.mp4', ['https://a.example/v.mp4']],
  ['[url=https://a.example/v.mp4]title[/url]', ['https://a.example/v.mp4']],
  ['[url]https://a.example/v.mp4[/url]', ['https://a.example/v.mp4']],
  ['[[https://a.example/v.mp4][title]]', ['https://a.example/v.mp4']],
  ['[https://a.example/v[1].mp4 title]', ['https://a.example/v[1].mp4']],
  ['\\href{https://a.example/v.mp4}{title}', ['https://a.example/v.mp4']],
  ['<https://a.example/v.mp4|title>', ['https://a.example/v.mp4']],
  ['https://a.example/x👍🏽 wow', ['https://a.example/x']],
  ['see https://a.example/x🇩🇪 now', ['https://a.example/x']],
  ['[a](https://a.example/x)[b](mailto:me@b.example)', ['https://a.example/x']],
  ['[a](https://a.example/x(1))![b](/c)', ['https://a.example/x(1)']],
  ["I like https://a.example/x's sound", ['https://a.example/x']],
  ["https://a.example/x's", ["https://a.example/x's"]],
  ['https://a.example/😀', ['https://a.example/😀']],
  ['https://youtu.be/abcdefghijk。', ['https://youtu.be/abcdefghijk']],
  ...Array.from('։׃؞።၊។᠃·—–»”’‼⁉•‧・', (mark): [string, string[]] => [
    `see https://a.example/x${mark} more`,
    ['https://a.example/x'],
  ]),
])('findLinks finds the expected links in the text %j', (text, links) => {
  expect(findLinks(text)).toEqual(links)
})
