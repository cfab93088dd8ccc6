import { COPY_IS_OVER } from '#contract/copy-list.ts'
import type Hls from 'hls.js'
import type { HlsConfig } from 'hls.js'

type ListLoader = NonNullable<HlsConfig['pLoader']>

/** An older list can be that of an attempt that has ended. */
const MAX_AGE_MS = 2_000

/** The list that told that a copy exists, until its player takes it. */
let known: { src: string; text: string; at: number } | null = null

export function keepList(src: string, text: string): void {
  known = { src, text, at: performance.now() }
}

/**
 * The player of a copy begins with the list that the page has just read, without asking again. It does not
 * ask again for a list to which nothing will be added.
 */
export function copyListLoader(Player: typeof Hls): ListLoader {
  const Base = Player.DefaultConfig.loader as ListLoader
  let over: string | null = null
  return class extends Base {
    override load(...[context, config, callbacks]: Parameters<InstanceType<ListLoader>['load']>) {
      const keepOver = (text: unknown) => {
        if (typeof text === 'string' && text.includes(COPY_IS_OVER)) over = text
      }
      const list = known
      known = null
      const isFresh = list?.src === context.url && performance.now() < list.at + MAX_AGE_MS
      const text = over ?? (isFresh ? list.text : null)
      if (text === null) {
        const onSuccess: typeof callbacks.onSuccess = (answer, ...more) => {
          keepOver(answer.data)
          callbacks.onSuccess(answer, ...more)
        }
        return super.load(context, config, { ...callbacks, onSuccess })
      }
      keepOver(text)
      const { stats } = this
      stats.loading.start = stats.loading.first = stats.loading.end = performance.now()
      const answer = { url: new URL(context.url, location.href).href, data: text, code: 200 }
      queueMicrotask(() => callbacks.onSuccess(answer, stats, context, null))
    }
  }
}
