import type { Brand } from './brand.ts'
import type { Platform } from './platforms/platform.ts'

export function isShown(brand: Brand, platform: Platform): boolean {
  return brand.supportedPlatforms.some((entry) => entry.id === platform.id && entry.enabled)
}

/**
 * Why a brand takes no links of a platform, or undefined if it does. A brand can switch off only platforms
 * with a page.
 */
export function whyNotTaken(brand: Brand, platform: Platform | undefined): string | undefined {
  if (!platform || platform.paths.length === 0 || isShown(brand, platform)) return undefined
  return `${brand.branding.name} doesn’t take ${platform.displayName} links. Please try another platform.`
}
