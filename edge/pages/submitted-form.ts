import type { Context } from 'hono'
import * as z from 'zod/mini'
import { downloadRequestSchema, type VideoInfo } from '#contract/api.ts'
import { Failure } from '#contract/failure.ts'
import { answerForm } from '#render'
import type { App } from '../app.ts'
import { findFormats } from '../routes/extract.ts'

/**
 * Returns the result for a form that the browser submitted itself (`?url=...&go=1`, with `item=` for an item
 * of a list), without JavaScript or before hydration. Returns null for other requests. A link from another
 * site never starts an extraction: the page only fills in the field.
 */
export async function submittedForm(c: Context<App>): Promise<Awaited<ReturnType<typeof answerForm>>> {
  const isOwn = c.req.header('sec-fetch-site') === 'same-origin'
  const { pathname, searchParams } = new URL(c.req.url)
  // Browsers that do not send Sec-Fetch-Site get the page without a result.
  if (c.req.method !== 'GET' || !searchParams.has('go') || !isOwn) return null
  const item = searchParams.get('item')
  return answerForm(c.var.brand, pathname, searchParams.get('url') ?? '', (tweet_url, platform) =>
    find(c, { tweet_url, ...(platform && { platform }), ...(item && { item: Number(item) }) }).catch(
      (cause: unknown) => {
        const failure = Failure.from(cause)
        c.var.log.code = failure.code
        throw failure
      },
    ),
  )
}

/** Throws `bad_request` for an item number that no list can have, as the API does. */
async function find(c: Context<App>, request: unknown): Promise<VideoInfo> {
  const parsed = z.safeParse(downloadRequestSchema, request)
  if (!parsed.success) throw new Failure('bad_request')
  return findFormats(c, parsed.data)
}
