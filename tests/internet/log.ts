import fs from 'node:fs'

/**
 * An event in the sealed internet (the simulated internet of the tests): a DNS query, an HTTP request, or a
 * forbidden connection, such as a connection to a private address.
 */
export type Entry =
  | { kind: 'question'; at: number; name: string; type: string }
  | {
      kind: 'request'
      at: number
      method: string
      /** Scheme, host, path and query. */
      url: string
      host: string
      path: string
      headers: Record<string, string>
      /** The IP address that the client connected to. */
      dialled: string
      /** Whether the requested host belongs to one of the simulated sites in sites.ts. */
      known: boolean
    }
  /** `begun` is the time of the request. */
  | { kind: 'sent'; begun: number; at: number; host: string; path: string; bytes: number }
  | { kind: 'intrusion'; at: number; dialled: string; port: number }

/** Opens the log. The log is a file of JSON lines, so that tests in other processes can read it. */
export function openLog(file: string) {
  fs.writeFileSync(file, '')
  const out = fs.openSync(file, 'a')
  return {
    write: (entry: Entry) => void fs.writeSync(out, `${JSON.stringify(entry)}\n`),
    close: () => fs.closeSync(out),
  }
}

/**
 * Returns a function that returns all events since the call of `watchLog`. Usage: `const since = watchLog();
 * ...; since().requests`.
 */
export function watchLog(file = process.env['INTERNET_LOG'] ?? '') {
  const begin = fs.statSync(file).size
  return () => {
    const lines = fs.readFileSync(file).subarray(begin).toString().split('\n').filter(Boolean)
    const entries = lines.map((line) => JSON.parse(line) as Entry)
    return {
      requests: entries.filter((entry) => entry.kind === 'request'),
      sent: entries.filter((entry) => entry.kind === 'sent'),
      questions: entries.filter((entry) => entry.kind === 'question'),
      /**
       * Connections to a private address, or to the port of an internal service such as SSH or Redis. Each
       * one shows a defect of the product.
       */
      intrusions: entries.filter((entry) => entry.kind === 'intrusion'),
    }
  }
}
