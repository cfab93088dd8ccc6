import fs from 'node:fs'
import subsetFont from 'subset-font'

// Creates web/styles/host-grotesk-basic.woff2. This subset of the font is inline in every page, so that the
// first paint can use it. Every build does this. tests/scripts/pages/font.test.ts fails when the committed
// file is out of date.

const fullFont = new URL(
  '../../../node_modules/@fontsource-variable/host-grotesk/files/host-grotesk-latin-wght-normal.woff2',
  import.meta.url,
)
const subsetFile = new URL('../../../web/styles/host-grotesk-basic.woff2', import.meta.url)

/** The characters that our own texts use: printable ASCII and typographic characters. */
export const LETTERS =
  Array.from({ length: 0x7f - 0x20 }, (_, at) => String.fromCharCode(0x20 + at)).join('') + '§©·é–—‘’“”•…'

/** The range of weights that the styles use. The full font has 300 to 800. */
const WEIGHTS = { min: 400, max: 700 }

/**
 * The OpenType features that our texts need. Other features, such as fractions, would add glyphs that no page
 * shows.
 */
const FEATURES = ['kern', 'liga', 'calt']

/**
 * Returns the subset as WOFF2. The result is the same for the same version of the font package.
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
 * Writes the subset of the font to its file. If the file already contains the subset, leaves it unchanged: a
 * new modification time would cause a new build.
 * @returns {Promise<boolean>} whether the file was written
 */
export async function writeFont() {
  const font = await makeSubset()
  if (fs.existsSync(subsetFile) && fs.readFileSync(subsetFile).equals(font)) return false
  fs.writeFileSync(subsetFile, font)
  return true
}
