// Draws web/styles/glyphs.svg from simple-icons; run by hand after a platform joined: `node web/glyphs.mjs`.
// TuneIn and Xiaoyuzhou have no icon there and show a letter instead.
import fs from 'node:fs'
import * as icons from 'simple-icons'

const slugs = {
  youtube: 'youtube',
  tiktok: 'tiktok',
  twitter: 'x',
  facebook: 'facebook',
  instagram: 'instagram',
  vimeo: 'vimeo',
  bilibili: 'bilibili',
  xiaohongshu: 'xiaohongshu',
  apple_podcasts: 'applepodcasts',
  soundcloud: 'soundcloud',
  playerfm: 'playerfm',
  castbox: 'castbox',
}
const bySlug = new Map(Object.values(icons).map((icon) => [icon.slug, icon.path]))
const symbols = Object.entries(slugs).map(
  ([id, slug]) => `<symbol id="${id}" viewBox="0 0 24 24"><path d="${bySlug.get(slug)}"/></symbol>`,
)
fs.writeFileSync(
  new URL('styles/glyphs.svg', import.meta.url),
  `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join('\n')}\n</svg>\n`,
)
