import { Hono } from 'hono'
import type { ServerConfig } from '#contract/api.ts'
import { paths } from '#contract/paths.ts'
import type { App } from '../app.ts'
import { retentionSeconds } from '../settings.ts'

export const config = new Hono<App>()
  .get(paths.domainConfig, (c) => c.json(c.var.brand))
  .get(paths.config, (c) => {
    const answer: ServerConfig = {
      file_retention_seconds: retentionSeconds(c.env),
      environment: c.env.ENVIRONMENT,
    }
    return c.json(answer)
  })
