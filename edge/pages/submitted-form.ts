import type { Context } from 'hono'
import * as z from 'zod/mini'
import { downloadRequestSchema, type VideoInfo } from '#contract/api.ts'
import { Failure } from '#contract/failure.ts'
import { answerForm } from '#render'
import type { App } from '../app.ts'
import { languageOf } from '../request/language.ts'
import { isOwnNavigation } from '../request/own-navigation.ts'
import { answerLink } from '../extract/answer-link.ts'

/**
 * Returns the result of a form that the browser submitted without JavaScript or before hydration. Other sites
 * must not start an extraction.
 */
export async function submittedForm(c: Context<App>): Promise<Awaited<ReturnType<typeof answerForm>>> {
  const { pathname, searchParams } = new URL(c.req.url)
  if (c.req.method !== 'GET' || !searchParams.has('go') || !isOwnNavigation(c)) return null
  const item = searchParams.get('item')
  const extract = (tweet_url: string, platform: string | undefined) =>
    find(c, { tweet_url, ...(platform && { platform }), ...(item && { item: Number(item) }) }).catch(
      (cause: unknown) => {
        const failure = Failure.from(cause)
        c.var.log.code = failure.code
        throw failure
      },
    )
  return answerForm(c.var.brand, pathname, searchParams.get('url') ?? '', extract, languageOf(c))
}

async function find(c: Context<App>, request: unknown): Promise<VideoInfo> {
  const parsed = z.safeParse(downloadRequestSchema, request)
  if (!parsed.success) throw new Failure('bad_request')
  return answerLink(c, parsed.data)
}
