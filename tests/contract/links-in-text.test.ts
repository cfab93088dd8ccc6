import { expect, test } from 'vitest'
import { MAX_LINKS } from '#contract/limits.ts'
import { linksIn } from '#contract/links-in-text.ts'

const VIMEO = 'https://vimeo.com/76979871'
const SOUND = 'https://soundcloud.com/maker/song'
const TUBE = 'https://www.youtube.com/watch?v=ordinary000'

test.each([
  ['lines', `${VIMEO}\n${SOUND}\r\n\n${TUBE}\n`],
  ['a list with marks', `- ${VIMEO}\n* ${SOUND}\n3. ${TUBE}`],
  ['a message', `Have you seen ${VIMEO}? The song is ${SOUND}, and then ${TUBE}.`],
  ['Chinese prose', `看看${VIMEO}，还有${SOUND}。最后是${TUBE}！`],
  ['one line without commas', [VIMEO, SOUND, TUBE].join(' ')],
  ['links without a scheme', `vimeo.com/76979871\n${SOUND}\nwww.youtube.com/watch?v=ordinary000`],
])('finds the links of %s', (_, text) => {
  const { links, repeated, surplus, unread } = linksIn(text)
  expect(links.map((link) => new URL(link).hostname.replace('www.', ''))).toEqual([
    'vimeo.com',
    'soundcloud.com',
    'youtube.com',
  ])
  expect({ repeated, surplus, unread }).toEqual({ repeated: 0, surplus: 0, unread: [] })
})

test('takes one video once, by whichever link', () => {
  const { links, repeated } = linksIn(`${TUBE}\nhttps://youtu.be/ordinary000?si=abc\n${VIMEO}\n${VIMEO}`)
  expect(links).toEqual([TUBE, VIMEO])
  expect(repeated).toBe(2)
})

test('counts the links for which there is no room', () => {
  const many = Array.from({ length: MAX_LINKS + 3 }, (_, at) => `https://vimeo.com/7697987${at}`)
  const { links, surplus } = linksIn(many.join('\n'))
  expect(links).toHaveLength(MAX_LINKS)
  expect(surplus).toBe(3)
})

test('adds to links that are there already', () => {
  const known = Array.from({ length: MAX_LINKS - 1 }, (_, at) => `https://vimeo.com/7697987${at}`)
  expect(linksIn(`${known[3]!}\n${SOUND}\n${TUBE}`, known)).toEqual({
    links: [SOUND],
    repeated: 1,
    surplus: 1,
    unread: [],
  })
})

test('names lines that look like a link and are none', () => {
  expect(linksIn(`${VIMEO}\nftp://old.example/film\n${SOUND}\nThe third one\nand/or.`).unread).toEqual([
    'ftp://old.example/film',
  ])
})

test('takes the link behind a redirect', () => {
  const wrapped = `https://www.google.com/url?q=${encodeURIComponent(VIMEO)}`
  expect(linksIn(`${wrapped}\n${SOUND}\n${VIMEO}`)).toMatchObject({ links: [VIMEO, SOUND], repeated: 1 })
})

test('keeps a single link that is broken over lines', () => {
  expect(linksIn('https://files.example/a\n/long/film.mp4').links).toHaveLength(1)
})

test('finds more links than one paste may have characters', () => {
  const long = Array.from({ length: 12 }, (_, at) => `https://videos.example/${at}?k=${'a'.repeat(1_500)}`)
  expect(linksIn(long.join('\n')).links).toHaveLength(12)
})
