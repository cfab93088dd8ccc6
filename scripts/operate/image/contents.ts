import fs from 'node:fs'
import { root } from '../../lib/step.ts'
import {
  advisoriesOf,
  debianPackages,
  npmPackages,
  type Package,
  pythonPackages,
} from '../update/advisories.ts'

const PURL_KINDS: Record<string, string> = { npm: 'npm', PyPI: 'pypi', 'Debian:13': 'deb/debian' }

/** All packages of an image, whose file system is in `folder`. */
function contentsOf(folder: string): Package[] {
  const read = (file: string) => fs.readFileSync(file, 'utf8')
  return [
    ...debianPackages(read(`${folder}/var/lib/dpkg/status`)),
    ...npmPackages(read(`${root}/package-lock.json`), { withDevelopment: false }),
    ...pythonPackages(read(`${root}/merger/requirements.txt`)),
  ]
}

/** CycloneDX 1.6. */
export const billOf = (packages: readonly Package[]): object => ({
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  components: packages.map(({ ecosystem, name, version }) => ({
    type: 'library',
    name,
    version,
    purl: `pkg:${PURL_KINDS[ecosystem]}/${name.replace(/^@/, '%40')}@${encodeURIComponent(version)}`,
  })),
})

/** Writes the bill to `file`, and answers what the advisories say. */
export async function scan(folder: string, file: string): Promise<string> {
  const packages = contentsOf(folder)
  fs.writeFileSync(file, `${JSON.stringify(billOf(packages), null, 2)}\n`)
  const advisories = await advisoriesOf(packages)
  for (const line of advisories ?? []) console.log(`  ${line}`)
  const said = advisories ? `${advisories.length} with advisories` : 'the advisories do not answer'
  return `${packages.length} packages, ${said}, written to ${file}`
}
