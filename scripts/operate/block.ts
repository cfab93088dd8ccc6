import { argumentsOf, main, StepFailed, usageError } from '../lib/step.ts'
import { namespace, STORAGE_OPTIONS } from './kv.ts'
import { type BlockList, BLOCK_LIST, blockListSchema, WORK } from '../../edge/request/block-list.ts'
import { isShortLink } from './short-link.ts'
import { canonicalLink, platformById, platformOf, platforms } from '../../contract/platforms/index.ts'
import { hostOf, parsePublicLink } from '../../contract/link.ts'
import { hashOf } from '../../edge/grants/seal.ts'
import { itemKey } from '../../edge/request/item-key.ts'

const HELP = `npm run block -- COMMAND [--remote]

  list                       prints everything that is blocked
  add host HOST              blocks a host and its subdomains
  add platform ID            switches off a platform (tiktok, apple_podcasts ...)
  add link LINK              blocks one item by any form of its link except short links; stores only a hash
  add link HASH              the same by the hash that "list" prints
  add work merges|relays|extractions|all
                             switches off new work; what runs goes on to its end
  remove host|platform|link|work VALUE
                             removes a block

  --exact                    blocks only this exact link. Outside the known platforms, a query may name the item
  --remote                   changes the deployed storage instead of this machine's
  --env staging              the storage of staging
  --state FOLDER             the folder of the local storage, .wrangler/state by default
  --config FILE              another wrangler.toml

A change takes effect everywhere within a minute.`

const KINDS = { host: 'hosts', platform: 'platforms', link: 'links', work: 'work' } as const
type Kind = keyof typeof KINDS
const HASH = /^[\w-]{43}$/

await main(async () => {
  const { positionals, values: options } = argumentsOf(
    HELP,
    { ...STORAGE_OPTIONS, exact: { type: 'boolean' } },
    { most: Infinity },
  )
  const [command = '', kind = '', ...values] = positionals
  const links = await namespace('LINKS', options)
  const read = async (): Promise<BlockList> => {
    const text = await links.get(BLOCK_LIST)
    return text === undefined
      ? { hosts: [], platforms: [], links: [] }
      : blockListSchema.parse(JSON.parse(text))
  }
  if (command === 'list') return show(await read())
  if (!['add', 'remove'].includes(command) || !isKind(kind) || values.length === 0)
    throw usageError(HELP, 'Name a command and what it is about.')

  const entries = []
  const given = kind === 'work' && values.includes('all') ? WORK : values
  for (const value of given) {
    entries.push(await entryOf(kind, value, options.exact ?? false))
    if (command === 'add' && kind === 'link') await warnOfShortLink(value)
  }
  const blocked = await read()
  const list: string[] = (blocked[KINDS[kind]] ??= [])
  const lines = entries.map((value) => `✓ ${kind} ${value}: ${change(list, command, value)}`)
  await links.put(BLOCK_LIST, JSON.stringify(blocked))
  console.log(lines.join('\n'))
  console.log(`  It takes effect within a minute${options.remote ? '' : ' (on this machine only)'}.`)
})

function isKind(kind: string): kind is Kind {
  return Object.hasOwn(KINDS, kind)
}

function change(list: string[], command: string, value: string): string {
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

async function warnOfShortLink(given: string) {
  if (isShortLink(canonicalLink(given).url))
    console.log(
      `  WARNING  ${given} is a short link: only this short link is blocked, not the item. Open it in a browser, and block the link it leads to as well.`,
    )
}

function show(blocked: BlockList) {
  const kinds = Object.entries(KINDS) as [Kind, (typeof KINDS)[Kind]][]
  const lines = kinds.flatMap(([kind, name]) =>
    (blocked[name] ?? []).map((value) => `${kind.padEnd(9)} ${value}`),
  )
  console.log(lines.length > 0 ? lines.join('\n') : 'Nothing is blocked.')
}

/** `isExact`: only this canonical link, not the item */
async function entryOf(kind: Kind, given: string, isExact: boolean): Promise<string> {
  if (kind === 'platform') {
    if (platformById(given)) return given
    throw new StepFailed(
      `${given} is not a platform. The platforms are ${platforms.map(({ id }) => id).join(', ')}.`,
    )
  }
  if (kind === 'work') {
    if (WORK.some((one) => one === given)) return given
    throw new StepFailed(`${given} is not a kind of work. They are ${WORK.join(', ')} and all.`)
  }
  if (kind === 'link' && HASH.test(given)) return given
  const url = parsePublicLink(kind === 'link' || /^https?:\/\//i.test(given) ? given : `https://${given}/`)
  if (!url) throw new StepFailed(`${given} is not a public ${kind}.`)
  if (kind === 'link') {
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
