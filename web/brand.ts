import type { Brand } from '#contract/brand.ts'
import type { Platform } from '#contract/platforms/platform.ts'

/** Whether the brand takes links of this platform. */
export function isShown(brand: Brand, platform: Platform): boolean {
  return brand.supportedPlatforms.some((entry) => entry.id === platform.id && entry.enabled)
}

/** Class that carries a platform's colour as `--mark`; the renderer writes the rules. */
export const markClass = (id: string): string => `mark-${id}`
