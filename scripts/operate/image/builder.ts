import fs from 'node:fs'
import { aptInstall } from '../../lib/setup/apt.ts'
import { root, run, runOrFail, step } from '../../lib/step.ts'
import { baseName, makeBase, withoutDigests } from './base.ts'

// Builds merger/Dockerfile with docker or podman. When neither runs, uses buildah, which needs no daemon.

const CACHE = `${root}/.cache/image`
const LOCAL = 'media-downloader-merger:local'
/** This driver, and chroot isolation below, also work inside a container and without overlayfs. */
const STORE = ['--root', `${CACHE}/store`, '--runroot', `${CACHE}/run`, '--storage-driver', 'vfs']

export interface Image {
  folder: string
  bytes: number
  config: { Env: string[]; Entrypoint: string[]; User: string }
}

export async function buildImage(name: string = LOCAL, isFresh = false): Promise<Image> {
  fs.mkdirSync(CACHE, { recursive: true })
  for (const program of ['docker', 'podman'])
    if ((await run(program, ['info'], { seconds: 30 })).code === 0 && (await hasBase(program)))
      return await step(`image, by ${program}`, () => buildByEngine(program, name, isFresh))
  await step('buildah', () => aptInstall(['buildah']))
  await step('base image', async (say) => say(await prepareBase()))
  return await step('image, by buildah', () => buildByBuildah(name, isFresh))
}

/** Where no image registry answers, buildah builds on a base that is made here. */
async function hasBase(engine: string): Promise<boolean> {
  const name = baseName()
  if ((await run(engine, ['image', 'inspect', name], { seconds: 30 })).code === 0) return true
  return (await run(engine, ['pull', name], { seconds: 300 })).code === 0
}

const buildArgument = (name: string) => `--build-arg=BUILD=${name.split(':')[1] ?? ''}`

export function engineArguments(name: string, { isFresh, attests }: { isFresh: boolean; attests: boolean }) {
  const options = ['--platform', 'linux/amd64', '-f', 'merger/Dockerfile', '-t', name, buildArgument(name)]
  // With an attestation beside it, an image is an index, which some registries and runtimes refuse.
  if (attests) options.push('--provenance=false')
  return ['build', ...options, ...(isFresh ? ['--pull', '--no-cache'] : []), '.']
}

async function buildByEngine(engine: string, name: string, isFresh: boolean): Promise<Image> {
  // Only BuildKit adds attestations and knows the option.
  const attests = engine === 'docker' && (await run('docker', ['buildx', 'version'])).code === 0
  await runOrFail([engine, ...engineArguments(name, { isFresh, attests })], { seconds: 3_600 })
  const id = (await runOrFail([engine, 'create', name])).trim()
  const folder = `${CACHE}/root`
  fs.rmSync(folder, { recursive: true, force: true })
  fs.mkdirSync(folder)
  await runOrFail(['sh', '-c', `"$0" export "$1" | tar -x -C "$2"`, engine, id, folder])
  await runOrFail([engine, 'rm', id])
  const [{ Config }] = JSON.parse(await runOrFail([engine, 'image', 'inspect', name], { whole: true }))
  return { folder, bytes: await sizeOf(folder), config: Config }
}

/** A deploy never pushes what buildah has built; `name` only gives the build argument. */
async function buildByBuildah(name: string, isFresh: boolean): Promise<Image> {
  await buildah('rm', '--all')
  const settings = buildSettings()
  const dockerfile = `${CACHE}/Dockerfile`
  fs.writeFileSync(dockerfile, withoutDigests(fs.readFileSync(`${root}/merger/Dockerfile`, 'utf8')))
  await buildah(
    'bud',
    '--isolation=chroot',
    '--pull-never',
    ...(isFresh ? ['--no-cache'] : []),
    '--format=docker',
    `--tag=${LOCAL}`,
    buildArgument(name),
    `--file=${dockerfile}`,
    '--ignorefile=merger/Dockerfile.dockerignore',
    ...Object.entries(settings).map(([to, from]) => `--volume=${from}:${to}:ro`),
    '.',
  )
  await buildah('rmi', '--prune')
  const container = await buildah('from', '--pull-never', `localhost/${LOCAL}`)
  const folder = await buildah('mount', container)
  return { folder, bytes: await sizeOf(folder), config: await configOf(`localhost/${LOCAL}`) }
}

/** Field by field, because the whole output grows with the history of the image. */
async function configOf(image: string): Promise<Image['config']> {
  const inspect = (field: string): Promise<string> =>
    buildah('inspect', '--type', 'image', '--format', field, image)
  const list = async (field: string): Promise<string[]> =>
    (await inspect(`{{range .OCIv1.Config.${field}}}{{.}}{{"\\n"}}{{end}}`)).split('\n').filter(Boolean)
  return {
    Env: await list('Env'),
    Entrypoint: await list('Entrypoint'),
    User: (await inspect('{{.OCIv1.Config.User}}')).trim(),
  }
}

async function prepareBase(): Promise<string> {
  const name = baseName()
  if ((await run('buildah', [...STORE, 'inspect', '--type', 'image', name])).code === 0) return 'present'
  if ((await run('buildah', [...STORE, 'pull', '-q', name], { seconds: 300 })).code === 0) return 'pulled'
  const folder = `${CACHE}/base`
  fs.rmSync(folder, { recursive: true, force: true })
  await makeBase(folder)
  const container = await buildah('from', 'scratch')
  await buildah('add', '-q', container, folder, '/')
  await buildah('commit', '-q', '--rm', container, name)
  fs.rmSync(folder, { recursive: true })
  return 'made from Debian packages, since no image registry answered'
}

/** Because these files are mounted, no layer of the image contains them. */
function buildSettings(): Record<string, string> {
  const folder = `${CACHE}/settings`
  const authorities = '/run/settings/authorities.pem'
  fs.mkdirSync(folder, { recursive: true })
  const file = (name: string, text: string): string => (
    fs.writeFileSync(`${folder}/${name}`, text),
    `${folder}/${name}`
  )
  const system = '/etc/ssl/certs/ca-certificates.crt'
  file('authorities.pem', fs.existsSync(system) ? fs.readFileSync(system, 'utf8') : '')
  const registry = process.env['npm_config_registry'] ?? ''
  return {
    '/run/settings': folder,
    '/etc/apt/apt.conf.d/00settings': file('apt.conf', `Acquire::https::CAInfo "${authorities}";\n`),
    '/etc/pip.conf': file('pip.conf', `[global]\ncert = ${authorities}\n`),
    '/root/.npmrc': file('npmrc', `${registry && `registry=${registry}\n`}cafile=${authorities}\n`),
  }
}

const buildah = async (...args: string[]) => (await runOrFail(['buildah', ...STORE, ...args])).trim()

const sizeOf = async (folder: string): Promise<number> =>
  Number.parseInt(await runOrFail(['du', '-sxb', folder]), 10)
