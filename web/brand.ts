import type { Brand } from '#contract/brand.ts'
import type { Platform } from '#contract/platforms/platform.ts'

/** Whether the brand has enabled this platform. */
export function isShown(brand: Brand, platform: Platform): boolean {
  return brand.supportedPlatforms.some((entry) => entry.id === platform.id && entry.enabled)
}

/** The CSS class that sets a platform's colour as `--mark`. The renderer writes its rule. */
export const markClass = (id: string): string => `mark-${id}`
