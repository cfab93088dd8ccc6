import { runOrFail } from '../../lib/step.ts'
import { TARGETS } from '../config.ts'
import { deploymentsOf, imageTagOf, versionOf } from './deployed.ts'
import { imageCalls, namesOfImages } from './plan.ts'

/** Versions of each target whose images stay, so that a rollback finds its image. */
const KEPT = 5

export const pushedImages = async (): Promise<string[]> =>
  namesOfImages(await runOrFail(imageCalls('')[0].command, { whole: true, account: true }))

/** Both targets share the account's registry (50 GB), so an image goes only if neither uses it. */
export async function deleteOldImages(): Promise<string> {
  const tags = await pushedImages()
  if (tags.length <= KEPT) return `${tags.length} kept`
  const used = await usedTags(TARGETS)
  const old = tags.filter((tag) => !used.has(tag))
  // Without a known tag, something was not read as expected, and the live image might go.
  if (!tags.some((tag) => used.has(tag))) return 'none deleted: no image in the registry is in use'
  for (const tag of old) await runOrFail(imageCalls(tag)[1].command, { account: true })
  return `${old.length} deleted, ${tags.length - old.length} kept`
}

async function usedTags(targets: readonly string[]): Promise<Set<string | undefined>> {
  const used = new Set<string | undefined>()
  for (const target of targets) {
    const versions = (await deploymentsOf(target)).flatMap((each) =>
      each.versions.map((one) => one.version_id),
    )
    for (const version of [...new Set(versions)].slice(0, KEPT))
      used.add(imageTagOf(await versionOf(target, version)))
  }
  return used
}

/** Those that only this target used. */
export async function deleteImages(target: string): Promise<string> {
  const used = await usedTags(TARGETS.filter((one) => one !== target))
  const own = (await pushedImages()).filter((tag) => !used.has(tag))
  for (const tag of own) await runOrFail(imageCalls(tag)[1].command, { account: true })
  return `${own.length} deleted`
}
