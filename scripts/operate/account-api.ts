import fs from 'node:fs'
import { root, step, StepFailed } from '../lib/step.ts'
import { assertPinned } from './pinned-account.ts'

const API = 'https://api.cloudflare.com/client/v4'
const CALL_MS = 120_000
/** Codes of a key that has no value, of a Worker that was never deployed, and of a bucket. */
const ABSENT = [10_006, 10_007, 10_009]

type Init = { method?: string; headers?: Record<string, string>; body?: string | FormData }
type Failed = { errors?: { code: number; message: string }[] }

/** The answer is `ok`, or there is no such thing in the account. Anything else throws. */
export async function accountCall(path: string, init: Init = {}): Promise<Response> {
  const { CLOUDFLARE_ACCOUNT_ID: account, CLOUDFLARE_API_TOKEN: token } = process.env
  if (!account || !token)
    throw new StepFailed('Export CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN (docs/operations.md).')
  assertPinned(fs.readFileSync(`${root}/wrangler.toml`, 'utf8'), account)
  const base = process.env['CLOUDFLARE_API_BASE_URL'] ?? API
  const answer = await fetch(`${base}/accounts/${account}${path}`, {
    ...init,
    headers: { ...init.headers, authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(CALL_MS),
  })
  if (answer.ok) return answer
  const text = await answer.clone().text()
  const { errors = [] }: Failed = text.startsWith('{') ? JSON.parse(text) : {}
  if (errors.some(({ code }) => ABSENT.includes(code))) return answer
  const reason = errors.map(({ code, message }) => `${message} (${code})`).join(', ') || text.slice(0, 300)
  const hint = [401, 403].includes(answer.status)
    ? ' CLOUDFLARE_API_TOKEN is wrong, or lacks a right of docs/operations.md, "First deploy".'
    : ''
  throw new StepFailed(
    `${init.method ?? 'GET'} ${path}: the account answers ${answer.status}, ${reason}.${hint}`,
  )
}

export async function resultOf<T>(path: string): Promise<T | undefined> {
  const answer = await accountCall(path)
  return answer.ok ? ((await answer.json()) as { result: T }).result : undefined
}

export const remove = (path: string) => accountCall(path, { method: 'DELETE' })

export const sendJson = (method: 'POST' | 'PUT', path: string, body: object) =>
  accountCall(path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** What is about to change, before it changes. */
export async function sayAccount(what: string): Promise<void> {
  await step('account', async (say) => {
    const { name = '' } = (await resultOf<{ name: string }>('')) ?? {}
    say(`${name} (${process.env['CLOUDFLARE_ACCOUNT_ID']}), ${what}`)
  })
}
