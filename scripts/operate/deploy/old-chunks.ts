import fs from 'node:fs'

/** Lists all built files (vite.config.ts). */
const RELEASE_LIST = 'release.json'
/** Each build replaces them. */
const UNHASHED = ['offline-worker.js', RELEASE_LIST]
const MAX_FILES = 1_000
const MAX_BYTES = 5_000_000
const REQUEST_MS = 30_000

function namesIn(list: unknown): string[] {
  if (!Array.isArray(list)) return []
  return list
    .filter((name) => typeof name === 'string' && /^\w[\w.-]*$/.test(name) && !UNHASHED.includes(name))
    .slice(0, MAX_FILES)
}

/** Adds nothing if the list of the live release cannot be loaded, for example before the first deploy. */
export async function keepOldChunks(
  origin: string,
  folder: string,
  requestMs: number = REQUEST_MS,
): Promise<{ added: number; removed: number }> {
  const request = (name: string) =>
    fetch(`${origin}/assets/${name}`, { redirect: 'error', signal: AbortSignal.timeout(requestMs) })
  const own = namesIn(JSON.parse(fs.readFileSync(`${folder}/${RELEASE_LIST}`, 'utf8')))
  const answer = await request(RELEASE_LIST).catch(() => undefined)
  const old = answer?.ok ? namesIn(await answer.json().catch(() => undefined)) : []
  let added = 0
  for (const name of old.filter((one) => !own.includes(one) && !fs.existsSync(`${folder}/${one}`))) {
    const file = await request(name)
    if (!file.ok) continue
    const bytes = Buffer.from(await file.arrayBuffer())
    if (bytes.length > MAX_BYTES) throw new Error(`${name} of the live release is too large`)
    fs.writeFileSync(`${folder}/${name}`, bytes)
    added++
  }
  const wanted = new Set([...own, ...old, ...UNHASHED])
  const unwanted = fs.readdirSync(folder).filter((name) => !wanted.has(name))
  for (const name of unwanted) fs.rmSync(`${folder}/${name}`)
  return { added, removed: unwanted.length }
}
