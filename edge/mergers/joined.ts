import { base64url } from 'jose'
import { lineKeyText, lineName } from '#contract/engine/line.ts'
import { paths } from '#contract/paths.ts'
import { keysIn } from '#contract/merger-settings.ts'
import { callText, parseCallToken, TOKEN_HEADER, TOKEN_SKEW_MS } from '#contract/merger-token.ts'
import { joinedNames } from './locations.ts'
import { importedKey, macOf } from './token.ts'

/** The key of one joined merger: it cannot act as another one. */
export async function lineKey(secret: string | undefined, name: string): Promise<string | undefined> {
  if (!secret) return undefined
  return await macOf(await importedKey(keysIn(secret)[0]!), lineKeyText(name))
}

/** The time of the proof, or undefined without one. */
export async function provenAt(
  env: Env & { MERGER_KEYS?: string },
  request: Request,
): Promise<number | undefined> {
  const url = new URL(request.url)
  const name = lineName.safeParse(url.searchParams.get('name')).data
  const token = parseCallToken(request.headers.get(TOKEN_HEADER) ?? undefined)
  const key = name !== undefined && joinedNames(env).includes(name) && (await lineKey(env.MERGER_KEYS, name))
  if (!key || !token || Math.abs(token.at - Date.now()) > TOKEN_SKEW_MS) return undefined
  const text = new TextEncoder().encode(callText(token, 'GET', `${paths.joinMergers}?name=${name}`))
  const isProven = await crypto.subtle.verify(
    'HMAC',
    await importedKey(key),
    base64url.decode(token.mac),
    text,
  )
  return isProven ? token.at : undefined
}
