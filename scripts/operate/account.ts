import fs from 'node:fs'
import { root, runOrFail, step } from '../lib/step.ts'
import { resultOf, sayAccount, sendJson } from './account-api.ts'
import { configOf, isPlaceholder } from './config.ts'
import { secretsOf } from './deploy/deployed.ts'
import { envFlag } from './deploy/plan.ts'
import { rotated, writeKeys } from './grant-keys.ts'
import { pin } from './pinned-account.ts'

const DAY_SECONDS = 86_400
const afterADay = { condition: { type: 'Age', maxAge: DAY_SECONDS } }
/** They remove what the product leaves behind; it deletes its files after an hour. */
const RULES = [
  { id: 'leftover-files', enabled: true, conditions: {}, deleteObjectsTransition: afterADay },
  { id: 'leftover-uploads', enabled: true, conditions: {}, abortMultipartUploadsTransition: afterADay },
]

/** Everything that an environment needs once. What exists stays, so a second run completes the first. */
export async function setUpAccount(target: string, location: string, folder = root) {
  const file = `${folder}/wrangler.toml`
  const { name, kv_namespaces: namespaces, r2_buckets: buckets } = await configOf(target, file)
  await sayAccount(`storage of ${name}`)
  pin(file, process.env['CLOUDFLARE_ACCOUNT_ID'] ?? '')
  const suffix = target === 'production' ? '' : `-${target}`
  for (const { binding, id = '0' } of namespaces) {
    const title = `media-downloader-${binding.toLowerCase()}${suffix}`
    await step(`KV ${title}`, async (say) => {
      if (!isPlaceholder(id)) return say('has an id')
      const created = await namespaceId(title)
      fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(`"${id}"`, `"${created}"`))
      say(`${created}, written into wrangler.toml`)
    })
  }
  for (const { bucket_name: bucket } of buckets) await step(`R2 ${bucket}`, () => setUp(bucket, location))
  await step('GRANT_KEYS', async (say) => {
    if ((await secretsOf(target)).includes('GRANT_KEYS')) return say('is stored')
    const keys = `${folder}/keys${suffix}.json`
    if (!fs.existsSync(keys)) writeKeys(keys, rotated())
    // Before the first deploy, Wrangler makes an empty Worker that holds the secret.
    const put = ['npx wrangler secret put GRANT_KEYS "$1" < "$2"', 'sh', envFlag(target), keys]
    await runOrFail(['sh', '-c', ...put], { account: true })
    say(`stored. Keep ${keys} in your password manager: Cloudflare never shows it again`)
  })
}

async function namespaceId(title: string): Promise<string> {
  const path = '/storage/kv/namespaces'
  const known = (await resultOf<{ id: string; title: string }[]>(`${path}?per_page=1000`)) ?? []
  const found = known.find((one) => one.title === title)
  if (found) return found.id
  const answer = await sendJson('POST', path, { title })
  return ((await answer.json()) as { result: { id: string } }).result.id
}

async function setUp(bucket: string, locationHint: string) {
  const path = `/r2/buckets/${bucket}`
  if (!(await resultOf(path))) await sendJson('POST', '/r2/buckets', { name: bucket, locationHint })
  const lifecycle = await resultOf<{ rules: { id: string }[] }>(`${path}/lifecycle`)
  const others = (lifecycle?.rules ?? []).filter(({ id }) => !RULES.some((rule) => rule.id === id))
  await sendJson('PUT', `${path}/lifecycle`, { rules: [...others, ...RULES] })
}
