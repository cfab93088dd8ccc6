import { createHmac } from 'node:crypto'
import { parseArgs } from 'node:util'
import { lineKeyText, lineName, printJoinKey } from '#contract/engine/line.ts'
import { keysIn } from '#contract/merger-settings.ts'

const USAGE = 'join-key NAME --edge https://your-domain.tld'

/** The KEY for `machine merger --join`, from the edge's MERGER_KEYS. */
export function joinKey(args: string[], mergerKeys: string): string {
  const { values, positionals } = parseArgs({
    args,
    options: { edge: { type: 'string' } },
    allowPositionals: true,
  })
  const name = lineName.safeParse(positionals[0]).data
  if (mergerKeys === '') throw new Error('MERGER_KEYS is not set.')
  if (name === undefined || !URL.canParse(values.edge ?? '')) throw new Error(`Usage: ${USAGE}`)
  const [secret = ''] = keysIn(mergerKeys)
  const key = createHmac('sha256', secret).update(lineKeyText(name)).digest('base64url')
  return printJoinKey({ edge: new URL(values.edge!).origin, name, key })
}
