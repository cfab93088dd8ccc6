/** `ecosystem` as OSV names it: npm, PyPI or "Debian:13". */
export type Package = { ecosystem: string; name: string; version: string }
type Answer = { results?: { vulns?: { id: string }[] }[] }

const OSV = 'https://api.osv.dev/v1/querybatch'
/** A batch of OSV holds at most 1,000 queries. */
const BATCH = 1_000
const ANSWER_MS = 60_000

/** Lines `name version: ids`, or undefined if OSV does not answer. */
export async function advisoriesOf(packages: readonly Package[]): Promise<string[] | undefined> {
  const lines: string[] = []
  for (let start = 0; start < packages.length; start += BATCH) {
    const batch = packages.slice(start, start + BATCH)
    const queries = batch.map(({ ecosystem, name, version }) => ({ package: { ecosystem, name }, version }))
    const answer = await fetch(OSV, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ queries }),
      signal: AbortSignal.timeout(ANSWER_MS),
    }).catch(() => undefined)
    if (!answer?.ok) return undefined
    const { results = [] } = (await answer.json()) as Answer
    for (const [at, { vulns = [] }] of results.entries()) {
      const { name = '', version = '' } = batch[at] ?? {}
      if (vulns.length > 0) lines.push(`${name} ${version}: ${vulns.map(({ id }) => id).join(', ')}`)
    }
  }
  return lines
}

type Lock = { packages: Record<string, { version?: string; dev?: boolean }> }

export function npmPackages(lock: string, { withDevelopment }: { withDevelopment: boolean }): Package[] {
  const { packages } = JSON.parse(lock) as Lock
  return Object.entries(packages).flatMap(([path, { version, dev }]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const isWanted = path.includes('node_modules/') && version !== undefined && (withDevelopment || !dev)
    return isWanted ? [{ ecosystem: 'npm', name, version }] : []
  })
}

export const pythonPackages = (requirements: string): Package[] =>
  [...requirements.matchAll(/^([\w.-]+)==(\S+)/gm)].map(([, name = '', version = '']) => ({
    ecosystem: 'PyPI',
    name,
    version,
  }))

/** From dpkg's list of what is installed. OSV knows source packages. */
export const debianPackages = (status: string): Package[] =>
  status.split('\n\n').flatMap((entry) => {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(entry)?.[1]
    const [source = '', sourceVersion] = (field('Source') ?? field('Package') ?? '').split(' ')
    const version = sourceVersion?.replace(/^\(|\)$/g, '') ?? field('Version')
    return source && version && field('Status')?.endsWith(' installed')
      ? [{ ecosystem: 'Debian:13', name: source, version }]
      : []
  })
