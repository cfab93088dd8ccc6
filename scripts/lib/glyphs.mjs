// Draws the platforms' marks from simple-icons. After a platform joined: `node scripts/lib/glyphs.mjs > web/styles/glyphs.svg`.
// TuneIn and Xiaoyuzhou have no icon there and show a letter instead.
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
console.log(`<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join('\n')}\n</svg>`)
