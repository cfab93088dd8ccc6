import type { Brand } from '#contract/brand.ts'

/** The bindings and variables that Hono gives to every route of the edge. */
export type App = {
  Bindings: Env
  Variables: {
    /** The brand of the request's host. */
    brand: Brand
    /** Whether search engines may index the pages of this host. */
    indexable: boolean
    /**
     * Origin for absolute links to our own pages: the request's host if it is ours, else the brand's domain.
     */
    origin: string
    /**
     * Fields that a route adds to the log line of its request. Never a link, an address or a browser
     * fingerprint.
     */
    log: Record<string, string | number>
  }
}
