import fs from 'node:fs'
import tls from 'node:tls'
import { createHash, createPublicKey, randomUUID } from 'node:crypto'
import { execFile } from 'node:child_process'
import { callbackify, promisify } from 'node:util'
import { cacheFolder } from './cache.ts'
import { PUBLIC } from './names.ts'

const run = promisify(execFile)
const DAYS = '3650'

export type Authority = {
  /** Where the authority's certificate is, as PEM: for SSL_CERT_FILE and NODE_EXTRA_CA_CERTS. */
  file: string
  /** A home folder whose NSS store trusts it: for Chromium. */
  home: string
  /** Base64 SHA-256 of the public key of every site: for browsers outside that are told to trust just that. */
  keyHash: string
  /** Key and certificate for visitors who name no host. */
  fallback: { key: Buffer; cert: Buffer }
  /** Key and certificate of the host that a visitor names (SNI), made at the first visit. */
  answerName: (host: string, done: (error: Error | null, context: tls.SecureContext) => void) => void
}

/** The local certificate authority, made once and kept with its leaves in `.cache/internet`. */
export async function openAuthority(): Promise<Authority> {
  const folder = await cacheFolder('internet', 'authority 1', makeAuthority)
  const key = fs.readFileSync(`${folder}/leaf.key`)
  const contexts = new Map<string, Promise<tls.SecureContext>>()
  const make = async (host: string) => tls.createSecureContext({ key, cert: await leaf(folder, host) })
  return {
    file: `${folder}/ca.pem`,
    home: `${folder}/home`,
    keyHash: createHash('sha256')
      .update(createPublicKey(key).export({ type: 'spki', format: 'der' }))
      .digest('base64'),
    fallback: { key, cert: await leaf(folder, PUBLIC) },
    answerName: callbackify((host: string) => {
      const known = contexts.get(host) ?? make(host)
      contexts.set(host, known)
      return known
    }),
  }
}

async function makeAuthority(folder: string) {
  await newKey(`${folder}/ca.key`)
  await newKey(`${folder}/leaf.key`)
  const usage = [
    '-addext',
    'basicConstraints=critical,CA:TRUE',
    '-addext',
    'keyUsage=critical,keyCertSign,cRLSign',
  ]
  await openssl(
    'req',
    '-x509',
    '-key',
    `${folder}/ca.key`,
    '-subj',
    '/CN=Sealed Internet',
    '-days',
    DAYS,
    ...usage,
    '-out',
    `${folder}/ca.pem`,
  )
  const store = `${folder}/home/.pki/nssdb`
  fs.mkdirSync(store, { recursive: true })
  await run('certutil', ['-N', '-d', `sql:${store}`, '--empty-password'])
  await run('certutil', [
    '-A',
    '-d',
    `sql:${store}`,
    '-n',
    'Sealed Internet',
    '-t',
    'C,,',
    '-i',
    `${folder}/ca.pem`,
  ])
}

/** The certificate of one host (or address), signed by the authority. */
async function leaf(folder: string, host: string): Promise<Buffer> {
  const file = `${folder}/${host.replace(/[^\w.-]/g, '_')}.pem`
  if (!fs.existsSync(file)) {
    const kind = /^[\d.]+$|:/.test(host) ? 'IP' : 'DNS'
    const signer = ['-CA', `${folder}/ca.pem`, '-CAkey', `${folder}/ca.key`, '-key', `${folder}/leaf.key`]
    const facts = [
      '-addext',
      `subjectAltName=${kind}:${host}`,
      '-addext',
      'basicConstraints=critical,CA:FALSE',
    ]
    const own = `${file}.${randomUUID()}`
    await openssl('req', '-x509', ...signer, '-subj', '/CN=sealed', '-days', DAYS, ...facts, '-out', own)
    fs.renameSync(own, file)
  }
  return fs.readFileSync(file)
}

const newKey = (file: string) => openssl('ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', file)

async function openssl(...args: string[]) {
  await run('openssl', args)
}
