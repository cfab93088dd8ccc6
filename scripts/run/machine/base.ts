import fs from 'node:fs'
import { baseName, makeBase } from '../../operate/image/base.ts'
import { root, run, runOrFail } from '../../lib/step.ts'

const FOLDER = `${root}/.cache/image/docker-base`
const AUTHORITIES = '/etc/ssl/certs/ca-certificates.crt'

/** What the Dockerfile begins with: pulled, or made from Debian packages where no image registry answers. */
export async function ensureBase(): Promise<string> {
  const name = baseName()
  if ((await run('docker', ['image', 'inspect', name])).code === 0) return 'present'
  if ((await run('docker', ['pull', '--quiet', name], { seconds: 600 })).code === 0) return 'pulled'
  fs.rmSync(FOLDER, { recursive: true, force: true })
  fs.mkdirSync(FOLDER, { recursive: true })
  await makeBase(FOLDER)
  trustThisMachine()
  const path = 'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
  await runOrFail(['sh', '-c', `tar -C "$0" -c . | docker import -c "$1" - "$2"`, FOLDER, path, name])
  fs.rmSync(FOLDER, { recursive: true })
  return 'made from Debian packages, since no image registry answered'
}

/** The builder mounts nothing, so this base names the authorities of this machine. It never leaves it. */
function trustThisMachine() {
  if (!fs.existsSync(AUTHORITIES)) return
  const inside = '/etc/ssl/certs/builder.pem'
  fs.mkdirSync(`${FOLDER}/etc/ssl/certs`, { recursive: true })
  fs.copyFileSync(AUTHORITIES, FOLDER + inside)
  fs.writeFileSync(`${FOLDER}/etc/apt/apt.conf.d/00builder`, `Acquire::https::CAInfo "${inside}";\n`)
  fs.writeFileSync(`${FOLDER}/etc/pip.conf`, `[global]\ncert = ${inside}\n`)
  fs.writeFileSync(`${FOLDER}/root/.npmrc`, `cafile=${inside}\n`)
}
