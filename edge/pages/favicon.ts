import type { Brand } from '#contract/brand.ts'
import { textOn } from '#contract/palette.ts'
import { xml } from './xml.ts'

export function favicon(brand: Brand): string {
  const { name, colors } = brand.branding
  const letter = String.fromCodePoint(name.codePointAt(0)!).toUpperCase()
  const style = 'font:700 20px system-ui,sans-serif'
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
    `<rect width="32" height="32" rx="7" fill="${colors.primary}"/>` +
    `<text x="16" y="23" text-anchor="middle" style="${style}" fill="${textOn(colors.primary)}">` +
    `${xml(letter)}</text></svg>`
  )
}
