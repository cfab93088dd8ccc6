import { Hono } from 'hono'
import { Failure } from '#contract/failure.ts'
import { paths } from '#contract/paths.ts'
import type { App } from '../app.ts'
import { disposition, UNTRUSTED_MEDIA_HEADERS } from '../media/media-headers.ts'
import { callerOf, grantOf } from './granted.ts'
import { spend } from '../request/rate-limit.ts'
import { withoutRepeats } from '#media/subtitles/cue.ts'
import { onItem } from '#media/subtitles/on-item.ts'
import { fetchSubtitles } from '../subtitles/fetch.ts'
import { SUBTITLE_FORMS, SUBTITLE_TYPES, writeSubtitles } from '#media/subtitles/write.ts'

export const subtitles = new Hono<App>().get(paths.subtitles, async (c) => {
  const asked = c.req.query('as') ?? 'srt'
  const form = SUBTITLE_FORMS.find((one) => one === asked)
  if (!form) throw new Failure('bad_request')
  const grant = await grantOf(c, 'media')
  c.var.log.host = grant.url.hostname
  await spend(c, c.env.PROXY_LIMIT)
  const link = grant.subtitles ?? { language: 'und' }
  // One call can send as many requests to the site as hundreds of others.
  const onCostly = () => spend(c, c.env.EXTRACT_LIMIT)
  const found = await fetchSubtitles(c.env, grant, link, await callerOf(c), onCostly)
  const placed = onItem(found, grant.subtitles?.seconds ?? null)
  const cues = c.req.query('automatic') === '1' ? withoutRepeats(placed) : placed
  return new Response(writeSubtitles(cues, form), {
    headers: {
      ...UNTRUSTED_MEDIA_HEADERS,
      'content-type': SUBTITLE_TYPES[form],
      'cache-control': 'private, no-store',
      'content-disposition': disposition('attachment', c.req.query('filename'), form),
    },
  })
})
