import fs from 'node:fs'

/** What happened in the sealed internet: a name looked up, a request answered, a connection where none may go. */
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
      /** The address really dialled. */
      dialled: string
      /** False where no site of ours answers to the host. */
      known: boolean
    }
  | { kind: 'intrusion'; at: number; dialled: string; port: number }

export type Request = Extract<Entry, { kind: 'request' }>

/** The log as a file of JSON lines, so that tests in another process can read it. */
export function openLog(file: string) {
  fs.writeFileSync(file, '')
  const out = fs.openSync(file, 'a')
  return {
    write: (entry: Entry) => void fs.writeSync(out, `${JSON.stringify(entry)}\n`),
    close: () => fs.closeSync(out),
  }
}

/** Reads what was logged since the call, for tests: `const since = watchLog(); ...; since().requests`. */
export function watchLog(file = process.env['INTERNET_LOG'] ?? '') {
  const begin = fs.statSync(file).size
  return () => {
    const lines = fs.readFileSync(file).subarray(begin).toString().split('\n').filter(Boolean)
    const entries = lines.map((line) => JSON.parse(line) as Entry)
    return {
      requests: entries.filter((entry) => entry.kind === 'request'),
      questions: entries.filter((entry) => entry.kind === 'question'),
      /** Connections to addresses that are not public: always a fault of ours. */
      intrusions: entries.filter((entry) => entry.kind === 'intrusion'),
    }
  }
}
