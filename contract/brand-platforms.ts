import type { Brand } from './brand.ts'
import type { Platform } from './platforms/platform.ts'
import { told, type Told } from './told.ts'

export function isShown(brand: Brand, platform: Platform): boolean {
  return brand.supportedPlatforms.some((entry) => entry.id === platform.id && entry.enabled)
}

/** The platform under the name that the brand gives it. */
export function inBrand(brand: Brand, platform: Platform): Platform {
  const displayName = brand.supportedPlatforms.find(({ id }) => id === platform.id)?.displayName
  if (displayName === undefined || displayName === platform.displayName) return platform
  return { ...platform, displayName, title: (path) => platform.title(path, displayName) }
}

/**
 * Why a brand takes no links of a platform, or undefined if it does. A brand can switch off only platforms
 * with a page.
 */
export function whyNotTaken(brand: Brand, platform: Platform | undefined): Told | undefined {
  if (!platform || platform.paths.length === 0 || isShown(brand, platform)) return undefined
  const values = { name: brand.branding.name, platform: inBrand(brand, platform).displayName }
  return told(
    `${values.name} doesn’t take ${values.platform} links. Please try another platform.`,
    'links.switchedOff',
    { values },
  )
}
