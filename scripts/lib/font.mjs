// Cuts the letters that pages are written in out of the whole font: web/styles/host-grotesk-basic.woff2, which every page carries
// inside, so that the first paint already has it. Every build does it first; tests/scripts/font.test.ts fails where what is checked
// in is older than this list.
import fs from 'node:fs'
import subsetFont from 'subset-font'

const whole = new URL(
  '../../node_modules/@fontsource-variable/host-grotesk/files/host-grotesk-latin-wght-normal.woff2',
  import.meta.url,
)
const basic = new URL('../../web/styles/host-grotesk-basic.woff2', import.meta.url)

/** What our own copy is written in: printable ASCII, and the signs of typography beside it. */
export const LETTERS =
  Array.from({ length: 0x7f - 0x20 }, (_, at) => String.fromCharCode(0x20 + at)).join('') + '§©·é–—‘’“”•…'

/** The weights that the styles use, of the 300 to 800 that the font has. */
const WEIGHTS = { min: 400, max: 700 }

/** What our copy needs of its rules; those of fractions and of other languages would bring glyphs along that nothing shows. */
const RULES = ['kern', 'liga', 'calt']

/**
 * The basic font as woff2 bytes. The same package gives the same bytes.
 * @returns {Promise<Buffer>}
 */
export function cutFont() {
  return subsetFont(fs.readFileSync(whole), LETTERS, {
    targetFormat: 'woff2',
    variationAxes: { wght: WEIGHTS },
    keepFeatures: RULES,
  })
}

/** Writes the basic font where it has changed; answers whether it has. An untouched one keeps its age, and with it the last build. */
export async function writeFont() {
  const font = await cutFont()
  if (fs.existsSync(basic) && fs.readFileSync(basic).equals(font)) return false
  fs.writeFileSync(basic, font)
  return true
}
