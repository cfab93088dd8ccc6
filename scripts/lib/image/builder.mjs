import fs from 'node:fs'
import { aptInstall } from '../setup/apt.mjs'
import { root, run, runOrFail, step } from '../step.mjs'
import { baseName, makeBase } from './base.mjs'

// Builds merger/Dockerfile with docker or podman. When neither runs, uses buildah, which needs no daemon.

const CACHE = `${root}/.cache/image`
const LOCAL = 'media-downloader-merger:local'
/**
 * buildah uses the storage driver vfs (here) and chroot isolation (below), because both also work inside a
 * container and without overlayfs.
 */
const STORE = ['--root', `${CACHE}/store`, '--runroot', `${CACHE}/run`, '--storage-driver', 'vfs']

/**
 * @typedef {object} Image
 * @property {string} folder the image's file system
 * @property {number} bytes its size
 * @property {{ Env: string[], Entrypoint: string[], User: string }} config
 */

/**
 * Builds the image and unpacks its file system into a folder on this machine.
 * @param {string} [name] name and tag of the image; the merger shows the tag in /healthz
 * @param {boolean} [isFresh] whether to build without cached layers, and so with the newest Debian packages;
 *   docker and podman then also pull the newest base image
 * @returns {Promise<Image>}
 */
export async function buildImage(name = LOCAL, isFresh = false) {
  fs.mkdirSync(CACHE, { recursive: true })
  for (const program of ['docker', 'podman'])
    if ((await run(program, ['info'], { seconds: 30 })).code === 0)
      return await step(`image, by ${program}`, () => buildByEngine(program, name, isFresh))
  await step('buildah', () => aptInstall(['buildah']))
  await step('base image', async (say) => say(await prepareBase()))
  return await step('image, by buildah', () => buildByBuildah(name, isFresh))
}

/**
 * Returns the build argument that tells the Dockerfile the tag of the image.
 * @param {string} name
 */
const buildArgument = (name) => `--build-arg=BUILD=${name.split(':')[1] ?? ''}`

/**
 * Returns the arguments with which docker or podman builds the image.
 * @param {string} name
 * @param {boolean} isFresh
 */
export function engineArguments(name, isFresh) {
  const options = ['--platform', 'linux/amd64', '-f', 'merger/Dockerfile', '-t', name, buildArgument(name)]
  return ['build', ...options, ...(isFresh ? ['--pull', '--no-cache'] : []), '.']
}

/** @type {(engine: string, name: string, isFresh: boolean) => Promise<Image>} */
async function buildByEngine(engine, name, isFresh) {
  await runOrFail([engine, ...engineArguments(name, isFresh)])
  const id = (await runOrFail([engine, 'create', name])).trim()
  const folder = `${CACHE}/root`
  fs.rmSync(folder, { recursive: true, force: true })
  fs.mkdirSync(folder)
  await runOrFail(['sh', '-c', `"$0" export "$1" | tar -x -C "$2"`, engine, id, folder])
  await runOrFail([engine, 'rm', id])
  const [{ Config }] = JSON.parse(await runOrFail([engine, 'image', 'inspect', name], { whole: true }))
  return { folder, bytes: await sizeOf(folder), config: Config }
}

/**
 * Builds the image with buildah. A deploy never pushes an image that buildah has built, so the image gets a
 * fixed local tag instead of `name`. `name` is used only for the build argument BUILD.
 * @type {(name: string, isFresh: boolean) => Promise<Image>}
 */
async function buildByBuildah(name, isFresh) {
  await buildah('rm', '--all')
  const settings = buildSettings()
  await buildah(
    'bud',
    '--isolation=chroot',
    '--pull-never',
    ...(isFresh ? ['--no-cache'] : []),
    '--format=docker',
    `--tag=${LOCAL}`,
    buildArgument(name),
    '--file=merger/Dockerfile',
    '--ignorefile=merger/Dockerfile.dockerignore',
    ...Object.entries(settings).map(([to, from]) => `--volume=${from}:${to}:ro`),
    '.',
  )
  await buildah('rmi', '--prune')
  const container = await buildah('from', '--pull-never', `localhost/${LOCAL}`)
  const folder = await buildah('mount', container)
  return { folder, bytes: await sizeOf(folder), config: await configOf(`localhost/${LOCAL}`) }
}

/**
 * Returns the configuration of an image. Requests each field separately: the whole output of `inspect` grows
 * with the history of the image, and the function `run` (step.mjs) returns only the end of a long output.
 * @param {string} image
 * @returns {Promise<Image['config']>}
 */
async function configOf(image) {
  /** @type {(field: string) => Promise<string>} */
  const inspect = (field) => buildah('inspect', '--type', 'image', '--format', field, image)
  /** @type {(field: string) => Promise<string[]>} */
  const list = async (field) =>
    (await inspect(`{{range .OCIv1.Config.${field}}}{{.}}{{"\\n"}}{{end}}`)).split('\n').filter(Boolean)
  return {
    Env: await list('Env'),
    Entrypoint: await list('Entrypoint'),
    User: (await inspect('{{.OCIv1.Config.User}}')).trim(),
  }
}

/**
 * Pulls the base image from its registry, or creates it from Debian packages.
 * @returns {Promise<string>} how the image was obtained, for the operator
 */
async function prepareBase() {
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

/**
 * Writes the settings of this machine (package mirrors and certificates) to files that are mounted during the
 * build. Because these files are mounted, no layer of the image contains them.
 * @returns {Record<string, string>} mounts: the key is a path inside the build, the value is the path of
 * the file or folder on this machine
 */
function buildSettings() {
  const folder = `${CACHE}/settings`
  const authorities = '/run/settings/authorities.pem'
  fs.mkdirSync(folder, { recursive: true })
  /** @type {(name: string, text: string) => string} */
  const file = (name, text) => (fs.writeFileSync(`${folder}/${name}`, text), `${folder}/${name}`)
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

/** @param {string[]} args */
const buildah = async (...args) => (await runOrFail(['buildah', ...STORE, ...args])).trim()

/** @type {(folder: string) => Promise<number>} */
const sizeOf = async (folder) => Number.parseInt(await runOrFail(['du', '-sxb', folder]), 10)
