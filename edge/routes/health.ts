import { Hono } from 'hono'
import type { HealthAnswer } from '#contract/api.ts'
import { causeText } from '#contract/cause-text.ts'
import { ENGINE_VERSION } from '#contract/engine/version.ts'
import { paths } from '#contract/paths.ts'
import type { App } from '../app.ts'
import { readFailing } from '../budget/outcome-counts.ts'
import { readBudget } from '../budget/product-budget.ts'
import { log } from '../log.ts'
import { mergerStarted } from '../mergers/client.ts'
import { readHealth } from '../mergers/health.ts'
import { mergersNear, regionOf } from '../mergers/locations.ts'
import { inOrder } from '../mergers/order.ts'
import { platformStates } from '../mergers/refusals.ts'
import { assertOwnPage, spend } from '../request/rate-limit.ts'
import { readStores } from '../stores.ts'

const WAKE_MS = 90_000
/** Within this time, the wake route starts the same merger at most once per isolate. */
const WAKE_PAUSE_MS = 60_000
const woken = new Map<string, number>()

/** A page calls the wake route to start a container before the visitor submits a link. */
export const health = new Hono<App>()
  .get(paths.health, async (c) => {
    await spend(c, c.env.PROXY_LIMIT)
    const [{ mergers, platforms, isDown }, platform_states, budget, failing, stores] = await Promise.all([
      readHealth(c.env),
      platformStates(c.env),
      readBudget(c.env),
      readFailing(c.env),
      readStores(c.env),
    ])
    const problems = [
      ...(isDown ? ['no merger works'] : []),
      ...stores.map((store) => `${store} does not answer`),
      ...failing.map(({ of, failed, all }) => `${of}: ${failed} of ${all} failed in ten minutes`),
      ...(budget.percent >= 100 ? ['the budget of the day is used up'] : []),
      ...(budget.relayed_percent >= 100 ? ['the budget of passed-on bytes is used up'] : []),
    ]
    const answer: HealthAnswer = {
      status: statusOf(isDown, problems),
      problems,
      version: { worker: c.env.VERSION?.id ?? '', tag: c.env.VERSION?.tag ?? '', engine: ENGINE_VERSION },
      mergers,
      budget,
      platforms,
      platform_states,
    }
    return c.json(answer, answer.status === 'ok' ? 200 : 503)
  })
  .get(paths.platforms, async (c) => {
    await spend(c, c.env.PROXY_LIMIT)
    const states = Object.entries(await platformStates(c.env))
    return c.json(Object.fromEntries(states.filter(([, { state }]) => state !== 'works')))
  })
  .post(paths.wake, async (c) => {
    assertOwnPage(c)
    await spend(c, c.env.PROXY_LIMIT)
    const [name] = await inOrder(c.env, mergersNear(c.env, regionOf(c.env, c.req.raw)))
    if (name !== undefined && (woken.get(name) ?? 0) < Date.now() - WAKE_PAUSE_MS) {
      woken.set(name, Date.now())
      c.executionCtx.waitUntil(
        mergerStarted(c.env, name, WAKE_MS).catch((error: unknown) =>
          log('wake', { merger: name, cause: causeText(error) }),
        ),
      )
    }
    return new Response(null, { status: 204 })
  })

function statusOf(isDown: boolean, problems: readonly string[]): HealthAnswer['status'] {
  if (isDown) return 'down'
  return problems.length > 0 ? 'degraded' : 'ok'
}
