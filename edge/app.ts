import type { Brand } from '#contract/brand.ts'

/** The types of the bindings and of the context variables that Hono passes to every route of the edge. */
export type App = {
  Bindings: Env
  Variables: {
    /** The brand of the request's host. */
    brand: Brand
    /** Whether search engines may index the pages of the request's host. */
    indexable: boolean
    /**
     * Origin for absolute links to our own pages. It is the origin of the request if its host is ours, else
     * the origin of the brand's domain.
     */
    origin: string
    /**
     * Fields that a route adds to the log line of its request. They must not contain a link, an IP address or
     * a browser fingerprint.
     */
    log: Record<string, string | number>
  }
}
