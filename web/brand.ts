import type { Brand } from '#contract/brand.ts'
import { platforms } from '#contract/platforms/index.ts'
import type { Platform } from '#contract/platforms/platform.ts'

/** A platform as a brand shows it. */
export type ShownPlatform = { platform: Platform; name: string; href: string }

/** The platforms a brand has switched on, in its order. */
export function shownPlatforms(brand: Brand): ShownPlatform[] {
  return brand.supportedPlatforms
    .filter((entry) => entry.enabled)
    .toSorted((a, b) => a.priority - b.priority)
    .flatMap((entry) => {
      const platform = platforms.find((one) => one.id === entry.id)
      return platform?.paths[0] ? [{ platform, name: entry.displayName, href: mainPath(platform) }] : []
    })
}

/** The address of a platform's page. */
export const mainPath = (platform: Platform): string => `/${platform.paths[0]}`

/** Whether the brand takes links of this platform. */
export function isShown(brand: Brand, platform: Platform): boolean {
  return brand.supportedPlatforms.some((entry) => entry.id === platform.id && entry.enabled)
}

/** Class that carries a platform's colour as `--mark`; the renderer writes the rules. */
export const markClass = (id: string): string => `mark-${id}`
