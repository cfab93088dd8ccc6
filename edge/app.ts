import type { Brand } from '#contract/brand.ts'

export type App = {
  Bindings: Env
  Variables: {
    brand: Brand
    indexable: boolean
    /** It is the origin of the request if its host is ours, else the origin of the brand's domain. */
    origin: string
    log: Record<string, string | number>
  }
}
