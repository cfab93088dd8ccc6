import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Way } from './machine.ts'

const exec = promisify(execFile)
const docker = async (...args: string[]) => (await exec('docker', args)).stdout.trim()

/** The user of the image. */
const USER = 1_000

/** Read-only but for its volume, without privileges, in the network of the container MACHINE_NETWORK. */
export async function containerOf(
  image: string,
  data: string,
  env: Record<string, string>,
  args: readonly string[],
): Promise<Way> {
  fs.chownSync(data, USER, USER)
  const name = path.basename(data)
  const resolver = `${data}.resolv`
  fs.writeFileSync(resolver, 'nameserver 127.0.0.1\n')
  const authorities = process.env['NODE_EXTRA_CA_CERTS'] ?? ''
  const bundle = process.env['SSL_CERT_FILE'] ?? authorities
  const files = [...new Set([authorities, bundle])].filter(Boolean)
  const settings = { ...env, SSL_CERT_FILE: bundle, NODE_EXTRA_CA_CERTS: authorities }
  const closed = '--read-only --cap-drop ALL --security-opt no-new-privileges'.split(' ')
  const network = ['--network', `container:${process.env['MACHINE_NETWORK']}`]
  const mounts = [
    `${data}:/data`,
    `${resolver}:/etc/resolv.conf:ro`,
    ...files.map((file) => `${file}:${file}:ro`),
  ]
  const options = [
    ...closed,
    ...network,
    ...mounts.flatMap((mount) => ['-v', mount]),
    ...Object.entries(settings).flatMap(([key, value]) => ['-e', `${key}=${value}`]),
  ]
  await docker('create', '--name', name, ...options, image, ...args)
  return {
    start: ['docker', 'start', '--attach', name],
    command: (words) => ['docker', 'exec', '-i', name, 'machine', ...words],
    end: async (signal) => void (await docker(...(signal === 'SIGKILL' ? ['kill', name] : ['stop', name]))),
    async processes() {
      const lines = (await docker('top', name, '-eo', 'pid,rss,args')).split('\n').slice(1)
      return lines.map((line) => {
        const [, kib = '0', words = ''] = /^\s*\d+\s+(\d+)\s+(.*)$/.exec(line) ?? []
        return { args: words, kib: Number(kib) }
      })
    },
    async remove() {
      await docker('rm', '-f', '-v', name)
      fs.rmSync(resolver, { force: true })
    },
  }
}
