import { Hono } from 'hono'
import { downloadRequestSchema } from '#contract/api.ts'
import { paths } from '#contract/paths.ts'
import type { App } from '../app.ts'
import { answerLink } from '../extract/answer-link.ts'
import { body } from '../request/json-body.ts'
import { assertOwnPage } from '../request/rate-limit.ts'

export const extractions = new Hono<App>().post(paths.downloadVideo, async (c) => {
  assertOwnPage(c)
  return c.json(await answerLink(c, await body(c, downloadRequestSchema)))
})
