import type { Brand } from '#contract/brand.ts'
import { platformById } from '#contract/platforms/index.ts'
import type { ShownPlatform } from './page-data.ts'

export function shownPlatforms(brand: Brand): ShownPlatform[] {
  return brand.supportedPlatforms
    .filter((entry) => entry.enabled)
    .toSorted((a, b) => a.priority - b.priority)
    .flatMap((entry) => {
      const platform = platformById(entry.id)
      const path = platform?.paths[0]
      return platform && path
        ? [
            {
              id: platform.id,
              name: entry.displayName,
              kind: platform.kind,
              href: `/${path}`,
              isPopular: platform.isPopular ?? false,
            },
          ]
        : []
    })
}
