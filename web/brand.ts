import type { Brand } from '#contract/brand.ts'
import type { Platform } from '#contract/platforms/platform.ts'

export function isShown(brand: Brand, platform: Platform): boolean {
  return brand.supportedPlatforms.some((entry) => entry.id === platform.id && entry.enabled)
}

export const markClass = (id: string): string => `mark-${id}`
