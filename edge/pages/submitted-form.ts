import type { Context } from 'hono'
import { Failure } from '#contract/failure.ts'
import { answerForm } from '#render'
import type { App } from '../app.ts'
import { findFormats } from '../routes/extract.ts'

/**
 * Returns the result for a form that the browser submitted itself (`?url=...&go=1`), without JavaScript or
 * before hydration. Returns null for other requests. A link from another site never starts an extraction: the
 * page only fills in the field.
 */
export async function submittedForm(c: Context<App>): Promise<Awaited<ReturnType<typeof answerForm>>> {
  const isOwn = c.req.header('sec-fetch-site') === 'same-origin'
  const { pathname, searchParams } = new URL(c.req.url)
  // Browsers that do not send Sec-Fetch-Site get the page without a result.
  if (c.req.method !== 'GET' || !searchParams.has('go') || !isOwn) return null
  return answerForm(c.var.brand, pathname, searchParams.get('url') ?? '', (tweet_url, platform) =>
    findFormats(c, { tweet_url, ...(platform && { platform }) }).catch((cause: unknown) => {
      const failure = Failure.from(cause)
      c.var.log.code = failure.code
      throw failure
    }),
  )
}
