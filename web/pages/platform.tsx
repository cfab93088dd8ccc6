import type { Platform } from '#contract/platforms/platform.ts'

/** One page for every platform; its own words come from `content/platforms/`. */
export function PlatformPage({ platform }: { platform: Platform; path: string }) {
  return (
    <main id="main" className="wrap">
      <h1>{platform.displayName} Downloader</h1>
    </main>
  )
}
