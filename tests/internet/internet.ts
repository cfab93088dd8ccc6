import { openAuthority } from './ca.ts'
import { startDns } from './dns.ts'
import { openLog } from './log.ts'
import { makeMedia } from './media.ts'
import { startOrigins } from './origin.ts'
import { sites } from './sites.ts'

type Internet = {
  /** Environment variables for programs inside the sealed internet. */
  env: Record<string, string>
  stop(): void
}

/** Starts the DNS server and the origins. Throws an Error outside the namespace that enter.sh creates. */
export async function startInternet(logFile: string): Promise<Internet> {
  if (process.env['SEALED_INTERNET'] !== '1') throw new Error('This runs only inside tests/internet/enter.sh')
  const [authority] = await Promise.all([openAuthority(), makeMedia()])
  const log = openLog(logFile)
  const dns = await startDns((name, type) => log.write({ kind: 'question', at: Date.now(), name, type }))
  const origins = await startOrigins(sites, authority, log.write)
  return {
    env: {
      SSL_CERT_FILE: authority.file,
      CURL_CA_BUNDLE: authority.file,
      NODE_EXTRA_CA_CERTS: authority.file,
      INTERNET_LOG: logFile,
      CHROMIUM_HOME: authority.home,
      CERTIFICATE_KEY_HASH: authority.keyHash,
    },
    stop() {
      origins.stop()
      dns.stop()
      log.close()
    },
  }
}
