import type { Brand } from '#contract/brand.ts'

/** What every route of the edge is given. */
export type App = {
  Bindings: Env
  Variables: {
    /** The brand of the host that was asked. */
    brand: Brand
    /** Whether search engines may list pages of this host. */
    indexable: boolean
    /** Where links that leave this answer point: the host that was asked if it is ours, else the brand's own. */
    origin: string
    /** Fields a route adds to its log line. Never a link, an address or a fingerprint. */
    log: Record<string, string | number>
  }
}
