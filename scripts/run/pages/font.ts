import fs from 'node:fs'
import subsetFont from 'subset-font'

// This subset is inline in every page, so that the first paint can use it.

const fullFont = new URL(
  '../../../node_modules/@fontsource-variable/host-grotesk/files/host-grotesk-latin-wght-normal.woff2',
  import.meta.url,
)
const subsetFile = new URL('../../../web/styles/host-grotesk-basic.woff2', import.meta.url)

export const LETTERS =
  Array.from({ length: 0x7f - 0x20 }, (_, at) => String.fromCharCode(0x20 + at)).join('') + '§©·éêñ–—‘’“”•…'

const WEIGHTS = { min: 400, max: 700 }

/** Other features, such as fractions, would add glyphs that no page shows. */
const FEATURES = ['kern', 'liga', 'calt']

export function makeSubset(): Promise<Buffer> {
  return subsetFont(fs.readFileSync(fullFont), LETTERS, {
    targetFormat: 'woff2',
    variationAxes: { wght: WEIGHTS },
    keepFeatures: FEATURES,
  })
}

/** An unchanged file keeps its modification time: a new one would cause a new build. */
export async function writeFont(): Promise<boolean> {
  const font = await makeSubset()
  if (fs.existsSync(subsetFile) && fs.readFileSync(subsetFile).equals(font)) return false
  fs.writeFileSync(subsetFile, font)
  return true
}
