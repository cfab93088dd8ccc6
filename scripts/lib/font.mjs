import fs from 'node:fs'
import subsetFont from 'subset-font'

// Makes web/styles/host-grotesk-basic.woff2: the subset of the font that every page carries inline, so that
// the first paint already has it. Every build runs this. tests/scripts/font.test.ts fails when the committed
// file is out of date.

const fullFont = new URL(
  '../../node_modules/@fontsource-variable/host-grotesk/files/host-grotesk-latin-wght-normal.woff2',
  import.meta.url,
)
const subsetFile = new URL('../../web/styles/host-grotesk-basic.woff2', import.meta.url)

/** The characters of our own texts: printable ASCII and typographic characters. */
export const LETTERS =
  Array.from({ length: 0x7f - 0x20 }, (_, at) => String.fromCharCode(0x20 + at)).join('') + '§©·é–—‘’“”•…'

/** The weights that the styles use. The font has 300 to 800. */
const WEIGHTS = { min: 400, max: 700 }

/** The OpenType features that our texts need. Others, like fractions, would add glyphs that no page shows. */
const FEATURES = ['kern', 'liga', 'calt']

/**
 * Returns the subset as WOFF2. The same version of the package gives the same bytes.
 * @returns {Promise<Buffer>}
 */
export function makeSubset() {
  return subsetFont(fs.readFileSync(fullFont), LETTERS, {
    targetFormat: 'woff2',
    variationAxes: { wght: WEIGHTS },
    keepFeatures: FEATURES,
  })
}

/**
 * Writes the subset if it has changed. An unchanged file keeps its time, so that it does not cause a new
 * build.
 * @returns {Promise<boolean>} whether it has changed
 */
export async function writeFont() {
  const font = await makeSubset()
  if (fs.existsSync(subsetFile) && fs.readFileSync(subsetFile).equals(font)) return false
  fs.writeFileSync(subsetFile, font)
  return true
}
