import { argumentsOf, main } from '../lib/step.ts'
import { table } from '../lib/table.ts'
import { accountCall } from './account-api.ts'
import { configOf } from './config.ts'

type Row = Record<'event' | 'platform' | 'code', string> &
  Record<'p50' | 'p99' | 'bytes', number> & { count: string | number }

/** The columns are those of edge/count.ts. */
const query = (dataset: string) => `SELECT blob1 AS event, blob2 AS platform, blob3 AS code,
  SUM(_sample_interval) AS count, quantileExactWeighted(0.5)(double1, _sample_interval) AS p50,
  quantileExactWeighted(0.99)(double1, _sample_interval) AS p99, SUM(double2 * _sample_interval) AS bytes
FROM ${dataset} WHERE timestamp > NOW() - INTERVAL '1' DAY
GROUP BY event, platform, code ORDER BY count DESC FORMAT JSON`

/** `npm run counts [-- --env staging]`: API calls, tasks and oddities of the last day. */
await main(async () => {
  const { env } = argumentsOf('npm run counts [-- --env staging]', { env: { type: 'string' } }).values
  const dataset = (await configOf(env)).analytics_engine_datasets[0]?.dataset ?? ''
  const answer = await accountCall('/analytics_engine/sql', { method: 'POST', body: query(dataset) })
  const { data } = (await answer.json()) as { data: Row[] }
  const print = table({ event: 8, platform: 16, code: 34, count: 8, 'p50 ms': 7, 'p99 ms': 7, MB: 9 })
  for (const { event, platform, code, count, p50, p99, bytes } of data)
    print({
      event,
      platform,
      code,
      count,
      'p50 ms': Math.round(p50),
      'p99 ms': Math.round(p99),
      MB: (bytes / 1e6).toFixed(1),
    })
  if (data.length === 0) console.log(`${dataset} has no counts of the last day.`)
})
