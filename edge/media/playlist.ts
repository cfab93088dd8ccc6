import { Failure } from '#contract/failure.ts'
import { paths } from '#contract/paths.ts'
import { attributesOf, playlistLimits, Variables } from '#media/lists/playlist-variables.ts'
import type { PlaylistRules } from '../grants/grant.ts'
import { boundedText } from '../request/bounded-body.ts'
import { mediaTarget } from '../media-link.ts'
import { domainOf } from './registrable-domain.ts'

// An HLS playlist (RFC 8216) comes from another site, so its size, the length of its lines and its number of
// links are limited. Each link gets a grant of about 500 bytes. So the rewritten playlist is many times
// longer than the original. Therefore the edge rewrites one line at a time and sends the result as a stream.

const MAX_PLAYLIST_BYTES = 2 * 1024 ** 2
const MAX_LINKS = 20_000
/** A stream has its cost for each piece, and a hostile playlist has a million lines. */
const PIECE_CHARACTERS = 16_384

export async function playlistText(answer: Response): Promise<string> {
  return await boundedText(answer, { maxBytes: MAX_PLAYLIST_BYTES, tooLong: 'too_big' })
}

/** The whole playlist is checked before the stream is returned. */
export function rewritePlaylist(text: string, base: URL, rules: PlaylistRules): ReadableStream<Uint8Array> {
  if (!text.trimStart().startsWith('#EXTM3U')) throw new Failure('media_type')
  const { lines, variables } = expanded(text, base, rules)
  assertLinks(lines, base, rules)
  const handed = text.includes(VARIANT) ? variables : undefined
  const encoder = new TextEncoder()
  const rest = lines.values()
  return new ReadableStream({
    async pull(controller) {
      let piece = ''
      for (let next = rest.next(); !next.done; next = rest.next()) {
        const line = await rewriteLine(next.value, base, (target) => rules.child(target, handed))
        piece += `${line}\n`
        const hasLink = line !== next.value
        if (hasLink || piece.length >= PIECE_CHARACTERS) return controller.enqueue(encoder.encode(piece))
      }
      if (piece !== '') controller.enqueue(encoder.encode(piece))
      controller.close()
    },
  })
}

function assertLinks(lines: readonly string[], base: URL, rules: PlaylistRules): void {
  const allowed = new Set([domainOf(base), ...rules.domains])
  const uris = lines.flatMap((line) => uriIn(line) ?? [])
  if (uris.length > MAX_LINKS) throw new Failure('too_big')
  for (const { text } of uris.filter((uri) => !isData(uri.text))) {
    const target = mediaTarget(text, base)
    if (!target || !allowed.has(domainOf(target))) throw new Failure('refused_address')
  }
}

async function rewriteLine(line: string, base: URL, child: PlaylistRules['child']): Promise<string> {
  const uri = uriIn(line)
  const target = uri && !isData(uri.text) && mediaTarget(uri.text, base)
  if (!target) return line
  const link = `${paths.proxiedDownload}?url=${encodeURIComponent(target.href)}&g=${await child(target)}`
  return replaced(line, uri, link)
}

function replaced(line: string, { text, start }: Uri, other: string): string {
  return line.slice(0, start) + other + line.slice(start + text.length)
}

const isData = (uri: string): boolean => /^data:/i.test(uri)

const DEFINE = '#EXT-X-DEFINE:'
const VARIANT = '#EXT-X-STREAM-INF:'

type Values = PlaylistRules['variables']

/**
 * The lines with the values of variables (RFC 8216bis, section 4.3) in their URIs. A player of our page knows
 * the query of our address only, so what a playlist takes from elsewhere becomes a plain definition.
 */
function expanded(text: string, base: URL, rules: PlaylistRules): { lines: string[]; variables: Values } {
  const variables = new Variables(base.href, rules.variables)
  const lines = text.split(/\r\n?|\n/).map((line) => {
    if (line.length > playlistLimits.line) throw new Failure('too_big')
    if (line.startsWith(DEFINE)) return defined(line, variables, rules)
    const uri = uriIn(line)
    return uri ? replaced(line, uri, variables.expand(uri.text)) : line
  })
  if (lines.at(-1) === '') lines.pop()
  return { lines, variables: variables.values }
}

function defined(line: string, variables: Variables, rules: PlaylistRules): string {
  const attributes = attributesOf(line.slice(DEFINE.length))
  const imported = attributes.get('IMPORT')
  const isElsewhere = imported !== undefined && !rules.variables.has(imported)
  if (isElsewhere) return line
  variables.define(attributes)
  const name = attributes.get('QUERYPARAM') ?? imported
  return name === undefined ? line : definition(name, variables.values.get(name)!)
}

function definition(name: string, value: string): string {
  if (/["\r\n]/.test(name + value)) throw new Failure('source_failed')
  return `${DEFINE}NAME="${name}",VALUE="${value}"`
}

type Uri = { text: string; start: number }

/** The running time is linear in the length of the line. */
function uriIn(line: string): Uri | undefined {
  const trimmed = line.trim()
  if (trimmed === '') return undefined
  if (!trimmed.startsWith('#')) return { text: trimmed, start: line.indexOf(trimmed) }
  for (let at = line.indexOf('URI="'); at >= 0; at = line.indexOf('URI="', at + 1)) {
    // Skips a match in which `URI` is only the end of a longer attribute name, such as X-ASSET-URI.
    if (/[\w-]/.test(line[at - 1] ?? '')) continue
    const start = at + 'URI="'.length
    const end = line.indexOf('"', start)
    return end < 0 ? undefined : { text: line.slice(start, end), start }
  }
  return undefined
}
