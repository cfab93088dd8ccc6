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
  /** Path of the authority's certificate (PEM), for SSL_CERT_FILE and NODE_EXTRA_CA_CERTS. */
  file: string
  /** Path of a home folder whose NSS store trusts the authority, for Chromium. */
  home: string
  /**
   * SHA-256 (in base64) of the public key that all imitated sites share. `npm run demo` prints a command that
   * starts a browser with this hash. The browser then trusts the sites.
   */
  keyHash: string
  /** Key and certificate for clients that send no server name (SNI). */
  fallback: { key: Buffer; cert: Buffer }
  /**
   * Passes the TLS context for a server name (SNI) to `done`. The certificate of a host is created at the
   * first connection to the host.
   */
  sniCallback: (host: string, done: (error: Error | null, context: tls.SecureContext) => void) => void
}

/**
 * Opens the certificate authority. The certificates of the authority and of the hosts are created at first
 * use, and kept in `.cache/internet`.
 */
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
    sniCallback: callbackify((host: string) => {
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

/**
 * Returns the certificate (PEM) of a host or IP address. If the certificate does not exist, creates it and
 * signs it with the certificate authority in `folder`.
 */
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
