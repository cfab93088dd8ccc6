import { Hono } from 'hono'
import type { ServerConfig } from '#contract/api.ts'
import type { App } from '../app.ts'
import { retentionSeconds } from '../settings.ts'

/** What a client may ask about this server. */
export const config = new Hono<App>()
  .get('/api/domain-config', (c) => c.json(c.var.brand))
  .get('/api/config', (c) => {
    const answer: ServerConfig = {
      file_retention_seconds: retentionSeconds(c.env),
      environment: c.env.ENVIRONMENT,
    }
    return c.json(answer)
  })
