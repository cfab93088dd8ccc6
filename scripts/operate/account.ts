import fs from 'node:fs'
import { unstable_readConfig as readConfig } from 'wrangler'
import { root, runOrFail, step } from '../lib/step.ts'
import { envFlag, namesIn } from './deploy/plan.ts'
import { rotated, writeKeys } from './grant-keys.ts'

const PLACEHOLDER = /^0+\d?$/
const wrangler = (...args: string[]) => runOrFail(['npx', 'wrangler', ...args], { whole: true })

/** Everything that an environment needs once. What exists stays, so a second run completes the first. */
export async function setUpAccount(target: string, location: string, folder = root) {
  const file = `${folder}/wrangler.toml`
  const env = target === 'production' ? undefined : target
  const config = readConfig({ config: file, env }, { hideWarnings: true })
  const suffix = env ? `-${env}` : ''
  for (const { binding, id = '0' } of config.kv_namespaces) {
    const name = `media-downloader-${binding.toLowerCase()}${suffix}`
    await step(`KV ${name}`, async (say) => {
      if (!PLACEHOLDER.test(id)) return say('has an id')
      const output = await wrangler('kv', 'namespace', 'create', name, '--update-config=false')
      const [created] = /\b[0-9a-f]{32}\b/.exec(output) ?? []
      if (!created) throw new Error(`Wrangler printed no id:\n${output}`)
      fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(`"${id}"`, `"${created}"`))
      say(`${created}, written into wrangler.toml`)
    })
  }
  for (const { bucket_name: bucket = '' } of config.r2_buckets)
    await step(`R2 ${bucket}`, async () => {
      await unlessThere('r2', 'bucket', 'create', bucket, '--location', location)
      const rule = ['r2', 'bucket', 'lifecycle', 'add', bucket]
      await unlessThere(...rule, 'leftover-files', '--expire-days', '1', '--force')
      await unlessThere(...rule, 'leftover-uploads', '--abort-multipart-days', '1', '--force')
    })
  await step('GRANT_KEYS', async (say) => {
    // Before the first deploy there is no Worker, and Wrangler cannot list its secrets.
    const list = await wrangler('secret', 'list', envFlag(target), '--format', 'json').catch(() => '[]')
    if (namesIn(list).includes('GRANT_KEYS')) return say('is stored')
    const keys = `${folder}/keys${suffix}.json`
    if (!fs.existsSync(keys)) writeKeys(keys, rotated())
    const put = ['npx wrangler secret put GRANT_KEYS "$1" < "$2"', 'sh', envFlag(target), keys]
    await runOrFail(['sh', '-c', ...put])
    say(`stored. Keep ${keys} in your password manager: Cloudflare never shows it again`)
  })
}

async function unlessThere(...args: string[]) {
  await wrangler(...args).catch((error: unknown) => {
    if (!/already|duplicate|exists/i.test(String(error))) throw error
  })
}
