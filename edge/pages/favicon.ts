import type { Brand } from '#contract/brand.ts'

const xml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** The brand's icon: its first letter on its colour. */
export function favicon(brand: Brand): string {
  const { name, colors } = brand.branding
  const letter = String.fromCodePoint(name.codePointAt(0)!).toUpperCase()
  const style = 'font:700 20px system-ui,sans-serif'
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${colors.primary}"/>` +
    `<text x="16" y="23" text-anchor="middle" style="${style}" fill="${readable(colors.primary)}">${xml(letter)}</text></svg>`
  )
}

/** Black or white, whichever stands out from #rrggbb. */
function readable(colour: string): string {
  const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
  const [lr, lg, lb] = [r!, g!, b!].map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
  return 0.2126 * lr! + 0.7152 * lg! + 0.0722 * lb! > 0.18 ? '#000000' : '#ffffff'
}
