import fs from 'node:fs'
import { aptInstall } from '../../lib/setup/apt.ts'
import { root, run, runOrFail, StepFailed } from '../../lib/step.ts'

// The base image from Debian packages, for machines that cannot reach an image registry: what the Dockerfile
// relies on, and only for builds and tests on this machine. A deploy uses the original base image.

const NODE = process.versions.node
const NPM = '11.6.2'

export async function makeBase(folder: string) {
  await aptInstall(['debootstrap'])
  const mirror = await debianMirror()
  if (!mirror) throw new StepFailed('apt has no Debian mirror, so the base image cannot be made here.')
  await runOrFail(['debootstrap', '--variant=minbase', 'trixie', folder, mirror])
  fs.rmSync(`${folder}/var/cache/apt/archives`, { recursive: true, force: true })
  fs.copyFileSync(process.execPath, `${folder}/usr/local/bin/node`)
  await addNpm(folder)
  await runOrFail(['chroot', folder, 'useradd', '--uid', '1000', '--user-group', '--create-home', 'node'])
}

async function debianMirror(): Promise<string | undefined> {
  const format = ['--format', '$(REPO_URI) $(ORIGIN) $(SUITE)', 'Created-By: Packages']
  const { output } = await run('apt-get', ['indextargets', ...format])
  const line = output.split('\n').find((each) => / Debian /.test(each) && !/security/.test(each))
  return line?.split(' ')[0]
}

async function addNpm(folder: string) {
  const modules = `${folder}/usr/local/lib/node_modules`
  fs.mkdirSync(modules, { recursive: true })
  await runOrFail(['npm', 'pack', `npm@${NPM}`, '--pack-destination', modules, '--silent'])
  await runOrFail(['tar', '-xzf', `${modules}/npm-${NPM}.tgz`, '-C', modules])
  fs.rmSync(`${modules}/npm-${NPM}.tgz`)
  fs.renameSync(`${modules}/package`, `${modules}/npm`)
  const program = `${modules}/npm/bin/npm-cli.js`
  fs.chmodSync(program, 0o755)
  fs.symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', `${folder}/usr/local/bin/npm`)
}

/** Without its digest, which an image made here does not have. */
export function baseName(): string {
  const dockerfile = fs.readFileSync(`${root}/merger/Dockerfile`, 'utf8')
  const names = new Set([...dockerfile.matchAll(/^FROM ([^\s@]+)/gm)].map(([, name]) => name))
  const [name = ''] = names
  const [major] = NODE.split('.')
  if (names.size !== 1 || !name.startsWith(`node:${major}.`))
    throw new StepFailed(
      `merger/Dockerfile is built from ${[...names].join(', ')}, but this project runs Node ${major}. Use one version.`,
    )
  return `docker.io/library/${name}`
}

export const withoutDigests = (dockerfile: string): string =>
  dockerfile.replaceAll(/^(FROM [^\s@]+)@sha256:[\da-f]{64}/gm, '$1')
