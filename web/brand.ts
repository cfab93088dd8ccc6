import type { Brand } from '#contract/brand.ts'
import type { Platform } from '#contract/platforms/platform.ts'

/** Returns whether the brand has enabled this platform. */
export function isShown(brand: Brand, platform: Platform): boolean {
  return brand.supportedPlatforms.some((entry) => entry.id === platform.id && entry.enabled)
}

/**
 * Returns the CSS class that sets `--mark` to the colour of a platform. The renderer writes the CSS rule for
 * this class into a `<style>` element of the document (web/document/document.ts).
 */
export const markClass = (id: string): string => `mark-${id}`
