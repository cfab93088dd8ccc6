import { createHash } from 'node:crypto'
import type { Config } from '../config.ts'

export type Call = { title: string; command: string[]; extra?: Record<string, string> }
const IMAGE = 'media-downloader-merger'
/** Without a registry, Wrangler would read the name of an image as the path of a Dockerfile. */
const REGISTRY = 'registry.cloudflare.com'
export const IMAGE_SOURCES = ['package.json', 'package-lock.json', '.npmrc', 'contract', 'media', 'merger']

export const envFlag = (target: string) => (target === 'production' ? '--env=' : `--env=${target}`)

export const imageOf = (tag: string) => `${IMAGE}:${tag}`

export function namesOfImages(output: string): string[] {
  const [list = '[]'] = /^\[$[^]*^\]$/m.exec(output) ?? []
  const images = JSON.parse(list) as { name: string; tags: string[] }[]
  return images.find(({ name }) => name === IMAGE)?.tags ?? []
}

export function imageTag(
  listing: string,
  { isFresh, live = [], now = new Date() }: { isFresh: boolean; live?: (string | undefined)[]; now?: Date },
) {
  const hash = createHash('sha256').update(listing).digest('hex').slice(0, 12)
  if (isFresh) return `${hash}-${now.toISOString().slice(0, 16).replaceAll(/\D/g, '')}`
  return live.find((tag) => tag?.startsWith(`${hash}-`)) ?? hash
}

export function routeHosts({ routes = [] }: Pick<Config, 'routes'>): string[] {
  return routes.map((route) => (typeof route === 'string' ? route : route.pattern).replace(/\/.*$/, ''))
}

export function originOf(config: Pick<Config, 'routes'>) {
  const [first] = routeHosts(config)
  return first === undefined ? undefined : `https://${first}`
}

const wrangler = (words: string, ...more: string[]) => ['npx', 'wrangler', ...words.split(' '), ...more]

interface Facts {
  target: string
  commit: string
  subject: string
  tag: string
  file: string
  engine?: string | undefined
}

export function writeCalls({ target, commit, subject, tag, file, engine }: Facts): Call[] {
  const about = ['--tag', commit.slice(0, 12), '--message', subject.slice(0, 100)]
  // Without the variable WRANGLER_DOCKER_BIN, Wrangler looks for docker.
  const extra: Record<string, string> = engine ? { WRANGLER_DOCKER_BIN: engine } : {}
  return [
    { title: 'push the image', command: wrangler('containers push', imageOf(tag)), extra },
    { title: 'deploy', command: wrangler('deploy', envFlag(target), '--config', file, ...about), extra },
  ]
}

export function imageCalls(tag: string): [list: Call, remove: Call] {
  const remove = wrangler('containers images delete', imageOf(tag), '--skip-confirmation')
  return [
    { title: 'images', command: wrangler('containers images list --json') },
    { title: `image ${tag}`, command: remove },
  ]
}

export function withPushedImage(toml: string, tag: string) {
  return toml
    .replaceAll('image = "./merger/Dockerfile"', `image = "${REGISTRY}/${imageOf(tag)}"`)
    .replaceAll('MERGER_BUILD = ""', `MERGER_BUILD = "${tag}"`)
    .replaceAll(/^image_build_context = .*\n/gm, '')
}
