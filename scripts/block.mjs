import { main, StepFailed } from './lib/step.mjs'
import { assertNode, namespace, readArguments } from './lib/kv.mjs'

const HELP = `npm run block -- COMMAND [--remote]

  list                       prints everything that is blocked
  add host HOST              blocks a host and its subdomains
  add platform ID            switches off a platform (tiktok, apple_podcasts ...)
  add link LINK              blocks one item by any form of its link except short links; stores only a hash
  add link HASH              the same by the hash that "list" prints
  remove host|platform|link VALUE
                             removes a block

  --exact                    blocks only this exact link. Outside the known platforms, a query may name the item
  --remote                   changes the deployed storage instead of this machine's
  --state FOLDER             the folder of the local storage, .wrangler/state by default
  --config FILE              another wrangler.toml

A change takes effect everywhere within a minute.`

/**
 * Maps each kind of entry, as the operator writes it in the command, to the property of the block list that
 * contains the entries of this kind.
 */
const KINDS = /** @type {const} */ ({ host: 'hosts', platform: 'platforms', link: 'links' })
/** @typedef {keyof typeof KINDS} Kind */
/** @typedef {import('../edge/request/block-list.ts').BlockList} BlockList */
const HASH = /^[\w-]{43}$/

/**
 * `npm run block`: edits the block list after a complaint. The edge refuses links that match an entry of the
 * block list (edge/request/block-list.ts).
 */
await main(async () => {
  assertNode()
  const { positionals, options } = readArguments({
    remote: 'switch',
    exact: 'switch',
    state: 'text',
    config: 'text',
  })
  const [command = '', kind = '', ...values] = positionals
  const { BLOCK_LIST, blockListSchema } = await import('../edge/request/block-list.ts')
  const links = namespace('LINKS', options)
  /** @returns {Promise<BlockList>} */
  const read = async () => {
    const text = await links.get(BLOCK_LIST)
    return text === undefined
      ? { hosts: [], platforms: [], links: [] }
      : blockListSchema.parse(JSON.parse(text))
  }
  if (command === 'list') return show(await read())
  if (!['add', 'remove'].includes(command) || !isKind(kind) || values.length === 0) throw new StepFailed(HELP)

  const entries = []
  for (const value of values) {
    entries.push(await entryOf(kind, value, options.exact ?? false))
    if (command === 'add' && kind === 'link') await warnOfShortLink(value)
  }
  const blocked = await read()
  const lines = entries.map((value) => `✓ ${kind} ${value}: ${change(blocked[KINDS[kind]], command, value)}`)
  await links.put(BLOCK_LIST, JSON.stringify(blocked))
  console.log(lines.join('\n'))
  console.log(`  It takes effect within a minute${options.remote ? '' : ' (on this machine only)'}.`)
})

/**
 * @param {string} kind
 * @returns {kind is Kind}
 */
function isKind(kind) {
  return Object.hasOwn(KINDS, kind)
}

/**
 * Adds `value` to `list`, or removes it if `command` is "remove". Returns the result as text for the
 * operator.
 * @type {(list: string[], command: string, value: string) => string}
 */
function change(list, command, value) {
  const index = list.indexOf(value)
  if (command === 'remove') {
    if (index < 0) throw new StepFailed(`${value} is not blocked.`)
    list.splice(index, 1)
    return 'not blocked any more'
  }
  if (index >= 0) return 'already blocked'
  list.push(value)
  return 'blocked'
}

/**
 * Prints a warning if a link is a short link. The block of a short link does not apply to other links of the
 * same video or post.
 * @param {string} given
 */
async function warnOfShortLink(given) {
  const { canonicalLink } = await import('../contract/platforms/index.ts')
  const { isShortLink } = await import('./lib/short-link.mjs')
  if (isShortLink(canonicalLink(given).url))
    console.log(
      `  WARNING  ${given} is a short link: only this short link is blocked, not the item. Open it in a browser, and block the link it leads to as well.`,
    )
}

/** @param {BlockList} blocked */
function show(blocked) {
  const kinds = /** @type {[Kind, typeof KINDS[Kind]][]} */ (Object.entries(KINDS))
  const lines = kinds.flatMap(([kind, name]) => blocked[name].map((value) => `${kind.padEnd(9)} ${value}`))
  console.log(lines.length > 0 ? lines.join('\n') : 'Nothing is blocked.')
}

/**
 * Converts an argument of the command to an entry of the block list: a host, the id of a platform, or a hash.
 * With `isExact`, the hash blocks only one canonical link. Without `isExact`, the hash blocks all links of
 * the same video or post (`itemKey`).
 * @type {(kind: Kind, given: string, isExact: boolean) => Promise<string>}
 */
async function entryOf(kind, given, isExact) {
  const { canonicalLink, platformById, platformOf, platforms } =
    await import('../contract/platforms/index.ts')
  const { hostOf, parsePublicLink } = await import('../contract/link.ts')
  if (kind === 'platform') {
    if (platformById(given)) return given
    throw new StepFailed(
      `${given} is not a platform. The platforms are ${platforms.map(({ id }) => id).join(', ')}.`,
    )
  }
  if (kind === 'link' && HASH.test(given)) return given
  const url = parsePublicLink(kind === 'link' || /^https?:\/\//i.test(given) ? given : `https://${given}/`)
  if (!url) throw new StepFailed(`${given} is not a public ${kind}.`)
  if (kind === 'link') {
    const { hashOf } = await import('../edge/grants/seal.ts')
    const { itemKey } = await import('../edge/request/item-key.ts')
    const blocked = isExact ? canonicalLink(url.href).url : itemKey(url.href)
    console.log(`  ${blocked}`)
    return await hashOf(blocked)
  }
  const platform = platformOf(url)
  if (platform)
    console.log(
      `  note  ${given} belongs to ${platform.displayName}, which has other hosts too. To block all its links, add platform ${platform.id}.`,
    )
  return hostOf(url)
}
