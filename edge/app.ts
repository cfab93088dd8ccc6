import type { Brand } from '#contract/brand.ts'

/** The bindings and context variables that Hono passes to every route of the edge. */
export type App = {
  Bindings: Env
  Variables: {
    /** The brand of the request's host. */
    brand: Brand
    /** Whether search engines may index the pages of this host. */
    indexable: boolean
    /**
     * Origin for absolute links to our own pages: the origin of the request if its host is ours, else that of
     * the brand's domain.
     */
    origin: string
    /**
     * Fields that a route adds to the log line of its request. They never contain a link, an IP address or a
     * browser fingerprint.
     */
    log: Record<string, string | number>
  }
}
