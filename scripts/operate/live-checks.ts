import { argumentsOf, main, StepFailed, usageError } from '../lib/step.ts'
import { checks, type Site } from './live-checks/checks.ts'

const USAGE = `npm run live-checks -- https://HOST [--media LINK] [--long LINK] [--private LINK] [--server http://NAME [--port PORT]]

  --media LINK       a long item, also with formats that need a merge
  --long LINK        an item of hours; its two largest files are made
  --private LINK     a link whose name has a private address
  --server NAME      a name of this machine that reaches PORT (80) here, without a proxy`

const text = { type: 'string' } as const
const OPTIONS = {
  media: text,
  long: text,
  private: text,
  server: text,
  port: { ...text, default: '80' },
} as const

/** `npm run live-checks`: the checks of docs/operations.md that need no look at a log or a bill. */
await main(async () => {
  const site = siteOf()
  let bad = 0
  for (const { number, expected, judge, needs } of checks)
    try {
      const saw = await judge(site)
      if (saw) console.log(`✓ ${number} ${expected}: ${saw}`)
      else
        console.log(
          `- ${number} ${expected}: ${saw === null ? 'not for this site' : `left out, needs --${needs}`}`,
        )
    } catch (error) {
      bad++
      console.log(`✗ ${number} ${expected}: ${error instanceof Error ? error.message : String(error)}`)
    }
  if (bad > 0) throw new StepFailed(`${bad} of ${checks.length} checks differ from what is expected.`)
})

function siteOf(): Site {
  const { values, positionals } = argumentsOf(USAGE, OPTIONS, { most: 1 })
  const [address = ''] = positionals
  if (!/^https?:/.test(address) || !URL.canParse(address)) throw usageError(USAGE, 'One address is needed.')
  return { ...values, origin: new URL(address).origin, port: Number(values.port) }
}
