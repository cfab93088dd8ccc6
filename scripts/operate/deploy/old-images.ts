import { runOrFail } from '../../lib/step.ts'
import { TARGETS } from '../config.ts'
import { deploymentsOf, imageTagOf, versionOf } from './deployed.ts'
import { imageCalls, namesOfImages } from './plan.ts'

/** Versions of each target whose images stay, so that a rollback finds its image. */
const KEPT = 5

/** Both targets share the account's registry (50 GB), so an image goes only if neither uses it. */
export async function deleteOldImages(): Promise<string> {
  const tags = namesOfImages(await runOrFail(imageCalls('')[0].command, { whole: true }))
  if (tags.length <= KEPT) return `${tags.length} kept`
  const used = new Set<string | undefined>()
  for (const target of TARGETS) {
    const versions = (await deploymentsOf(target)).flatMap((each) =>
      each.versions.map((one) => one.version_id),
    )
    for (const version of [...new Set(versions)].slice(0, KEPT))
      used.add(imageTagOf(await versionOf(target, version)))
  }
  const old = tags.filter((tag) => !used.has(tag))
  // Without a known tag, something was not read as expected, and the live image might go.
  if (!tags.some((tag) => used.has(tag))) return 'none deleted: no image in the registry is in use'
  for (const tag of old) await runOrFail(imageCalls(tag)[1].command)
  return `${old.length} deleted, ${tags.length - old.length} kept`
}
