import { main, StepFailed } from './lib/step.mjs'
import { assertNode, namespace, readArguments } from './lib/kv.mjs'

const HELP = `npm run block -- COMMAND [--remote]

  list                       everything that is blocked
  add host HOST              the host and all below it
  add platform ID            every link of a platform (tiktok, apple_podcasts ...)
  add link LINK              one item by its link in any spelling; only a hash of it is kept
  add link HASH              the same by the hash that "list" shows
  remove host|platform|link VALUE

  --exact                    this very link only: elsewhere than on known platforms a query may name the item
  --remote                   the deployed storage instead of this machine's
  --state FOLDER             the local storage, where it is not .wrangler/state
  --config FILE              another wrangler.toml

A change is in effect everywhere within a minute.`

const KINDS = { host: 'hosts', platform: 'platforms', link: 'links' }
const HASH = /^[\w-]{43}$/

/** `npm run block`: the operator's answer to a complaint. The edge reads this list (edge/request/block-list.ts). */
await main(async () => {
  assertNode()
  const { words, options } = readArguments({
    remote: 'switch',
    exact: 'switch',
    state: 'text',
    config: 'text',
  })
  const [command, kind, ...values] = words
  const { BLOCK_LIST, blockListSchema } = await import('../edge/request/block-list.ts')
  const kept = namespace('LINKS', options)
  const read = async () => {
    const text = await kept.get(BLOCK_LIST)
    return text === undefined
      ? { hosts: [], platforms: [], links: [] }
      : blockListSchema.parse(JSON.parse(text))
  }
  if (command === 'list') return show(await read())
  if (!['add', 'remove'].includes(command) || !Object.hasOwn(KINDS, kind ?? '') || values.length === 0)
    throw new StepFailed(HELP)

  const entries = []
  for (const value of values) entries.push(await entry(kind, value, options.exact))
  const blocked = await read()
  const said = entries.map((value) => `✓ ${kind} ${value}: ${change(blocked[KINDS[kind]], command, value)}`)
  await kept.put(BLOCK_LIST, JSON.stringify(blocked))
  console.log(said.join('\n'))
  console.log(`  In effect within a minute${options.remote ? '' : ' (on this machine only)'}.`)
})

/** Changes one list; returns what became of the value. */
function change(list, command, value) {
  const index = list.indexOf(value)
  if (command === 'remove') {
    if (index < 0) throw new StepFailed(`${value} is not blocked.`)
    list.splice(index, 1)
    return 'free again'
  }
  if (index >= 0) return 'was blocked already'
  list.push(value)
  return 'blocked'
}

function show(blocked) {
  const lines = Object.entries(KINDS).flatMap(([kind, name]) =>
    blocked[name].map((value) => `${kind.padEnd(9)} ${value}`),
  )
  console.log(lines.length > 0 ? lines.join('\n') : 'Nothing is blocked.')
}

/** The value on the list: a host, a platform's id, or the hash of an item's key or of one exact link. */
async function entry(kind, given, isExact) {
  const { canonicalLink, platformById, platformOf, platforms } =
    await import('../contract/platforms/index.ts')
  const { hostOf, parseTarget } = await import('../contract/link.ts')
  if (kind === 'platform') {
    if (platformById(given)) return given
    throw new StepFailed(`${given} is no platform. There are ${platforms.map(({ id }) => id).join(', ')}.`)
  }
  if (kind === 'link' && HASH.test(given)) return given
  const url = parseTarget(kind === 'link' || /^https?:\/\//i.test(given) ? given : `https://${given}/`)
  if (!url) throw new StepFailed(`${given} is no public ${kind}.`)
  if (kind === 'link') {
    const { hashOf } = await import('../edge/grants/seal.ts')
    const { itemKey } = await import('../edge/request/block-list.ts')
    const blocked = isExact ? canonicalLink(url.href).url : itemKey(url.href)
    console.log(`  ${blocked}`)
    return await hashOf(blocked)
  }
  const platform = platformOf(url)
  if (platform)
    console.log(
      `  note  ${given} belongs to ${platform.displayName}, whose links are read in one form: "block platform ${platform.id}" stops all of them.`,
    )
  return hostOf(url)
}
