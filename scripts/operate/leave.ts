import { argumentsOf, main, root, step, usageError } from '../lib/step.ts'
import { remove, resultOf, sayAccount } from './account-api.ts'
import { configOf, isPlaceholder, TARGETS } from './config.ts'
import { deleteImages } from './deploy/old-images.ts'

const USAGE = 'npm run leave -- staging|production --yes'

/** Removes what a target has in the account. What is gone already is passed over, so it can run again. */
await main(async () => {
  const { positionals, values } = argumentsOf(USAGE, { yes: { type: 'boolean' } }, { most: 1 })
  const [target = ''] = positionals
  if (!TARGETS.some((one) => one === target)) throw usageError(USAGE, 'Name the target.')
  const { name, containers = [], kv_namespaces: namespaces, r2_buckets: buckets } = await configOf(target)
  await sayAccount(`everything of ${name} goes: its containers, objects, files, brands and short links`)
  if (!values.yes) throw usageError(USAGE, 'Nothing was removed. To remove it, add --yes')
  // Cloudflare bills containers that run without their Worker, so they go first.
  for (const container of containers)
    await step(`containers ${container.name}`, async (say) => say(await removeApplication(container.name)))
  await step(`Worker ${name}`, async () => await remove(`/workers/scripts/${name}?force=true`))
  for (const { bucket_name: bucket } of buckets)
    await step(`R2 ${bucket}`, async () => await remove(`/r2/buckets/${bucket}`))
  for (const { binding, id } of namespaces)
    if (!isPlaceholder(id))
      await step(`KV ${binding}`, async () => await remove(`/storage/kv/namespaces/${id}`))
  await step('images', async (say) => say(await deleteImages(target)))
  console.log(`\nBy hand: the domains of the routes in the dashboard, the API token, and ${root}/keys*.json.`)
})

async function removeApplication(name: string | undefined): Promise<string> {
  const known = (await resultOf<{ id: string; name: string }[]>('/containers/applications')) ?? []
  const own = known.find((one) => one.name === name)
  if (!own) return 'there are none'
  await remove(`/containers/applications/${own.id}`)
  return 'removed'
}
