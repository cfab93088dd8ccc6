import fs from 'node:fs'
import { root } from '../../lib/step.ts'
import { newestOf } from '../../lib/setup/versions.ts'

const HUB = 'https://hub.docker.com/v2/repositories/library/node/tags?page_size=100&name=-trixie-slim'
const RELEASES = 'https://nodejs.org/dist/index.json'
const ANSWER_MS = 60_000
const FILES = ['merger/Dockerfile', 'machine/Dockerfile']
const FROM = /node:(\d+\.\d+\.\d+)-trixie-slim(@sha256:[\da-f]{64})?/g

type Tag = { name: string; digest?: string }

export const baseIn = (dockerfile: string): string =>
  /node:(\d+\.\d+\.\d+)-trixie-slim/.exec(dockerfile)?.[1] ?? ''

export const withBase = (dockerfile: string, version: string, digest: string): string =>
  dockerfile.replaceAll(FROM, `node:${version}-trixie-slim@${digest}`)

/** The base image follows its official tag alone, whatever other registries have of Node. */
export async function updateBase(): Promise<string> {
  const current = baseIn(fs.readFileSync(`${root}/${FILES[0]}`, 'utf8'))
  const [major = ''] = current.split('.')
  const found = (await read<{ results: Tag[] }>(HUB))?.results
  if (!found) return `${current} stays: hub.docker.com does not answer`
  const versions = found.flatMap(({ name }) => /^(\d+\.\d+\.\d+)-trixie-slim$/.exec(name)?.[1] ?? [])
  const newest = newestOf(versions.filter((version) => version.startsWith(`${major}.`)))
  const digest = found.find(({ name }) => name === `${newest}-trixie-slim`)?.digest
  if (!newest || !digest) return `${current} stays: there is no official tag of Node ${major}`
  for (const file of FILES.filter((one) => fs.existsSync(`${root}/${one}`)))
    fs.writeFileSync(`${root}/${file}`, withBase(fs.readFileSync(`${root}/${file}`, 'utf8'), newest, digest))
  const page = `${root}/docs/image.md`
  fs.writeFileSync(page, fs.readFileSync(page, 'utf8').replaceAll(`Node ${current}`, `Node ${newest}`))
  return newest === current ? `${current} by digest` : `${current} -> ${newest}`
}

type Release = { version: string; security: boolean }

/** Security releases of the same major that are newer than the base image. */
export async function securityReleases(): Promise<string[] | undefined> {
  const current = baseIn(fs.readFileSync(`${root}/${FILES[0]}`, 'utf8'))
  const releases = await read<Release[]>(RELEASES)
  return releases
    ?.filter(({ security }) => security)
    .map(({ version }) => version.slice(1))
    .filter((version) => version.split('.')[0] === current.split('.')[0])
    .filter((version) => version !== current && newestOf([version, current]) === version)
}

async function read<T>(url: string): Promise<T | undefined> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => undefined)
  return answer?.ok ? ((await answer.json()) as T) : undefined
}
