import { base64url } from 'jose'
import { ENGINE_VERSION } from '#contract/engine/version.ts'
import { Failure } from '#contract/failure.ts'
import { keysIn } from '#contract/merger-settings.ts'
import {
  answerText,
  callText,
  parseAnswerToken,
  printCallToken,
  REFUSED_TOKEN_STATUS,
  TOKEN_HEADER,
  WRONG_VERSION_STATUS,
} from '#contract/merger-token.ts'
import { drop } from '../drop-body.ts'

const text = new TextEncoder()

/**
 * `check` throws `merger_down` if the merger refuses the key, the response is not signed with it, or the
 * version differs.
 */
type SignedCall = { headers: Record<string, string>; check: (answer: Response) => Promise<void> }

/** Without keys, the call has no token and every response is accepted. */
export async function signCall(
  secret: string | undefined,
  method: string,
  path: string,
): Promise<SignedCall> {
  if (!secret) return { headers: {}, check: async () => undefined }
  const key = await importedKey(keysIn(secret)[0]!)
  const call = { version: ENGINE_VERSION, at: Date.now(), nonce: crypto.randomUUID() }
  const mac = await macOf(key, callText(call, method, path))
  return {
    headers: { [TOKEN_HEADER]: printCallToken({ ...call, mac }) },
    check: async (answer) => {
      const problem = await problemOf(answer, key, call)
      if (problem === undefined) return
      drop(answer.body)
      throw new Failure('merger_down', { cause: problem })
    },
  }
}

async function problemOf(answer: Response, key: CryptoKey, call: { at: number; nonce: string }) {
  if (answer.status === REFUSED_TOKEN_STATUS)
    return 'the merger does not accept our key, or its clock is wrong'
  const token = parseAnswerToken(answer.headers.get(TOKEN_HEADER))
  const proof = token && new Uint8Array(base64url.decode(token.mac))
  const isProven =
    token &&
    proof &&
    (await crypto.subtle.verify('HMAC', key, proof, text.encode(answerText(call, token.version))))
  if (!isProven) return `the answer (status ${answer.status}) does not prove that the merger has our key`
  if (answer.status === WRONG_VERSION_STATUS || token.version !== ENGINE_VERSION)
    return `the merger has version ${token.version} of the protocol, the edge has ${ENGINE_VERSION}`
  return undefined
}

/** The key of the setting, and those of joined mergers. */
const imported = new Map<string, Promise<CryptoKey>>()
const MAX_IMPORTED = 100

export function importedKey(key: string): Promise<CryptoKey> {
  const known = imported.get(key)
  if (known) return known
  if (imported.size >= MAX_IMPORTED) imported.clear()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const value = crypto.subtle.importKey('raw', text.encode(key), algorithm, false, ['sign', 'verify'])
  imported.set(key, value)
  return value
}

export async function macOf(key: CryptoKey, message: string): Promise<string> {
  return base64url.encode(new Uint8Array(await crypto.subtle.sign('HMAC', key, text.encode(message))))
}
