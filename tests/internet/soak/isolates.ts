import fs from 'node:fs'

// Measures the heap of each isolate of a local workerd process, through the inspector of workerd. At
// Cloudflare, each isolate of the Worker may use 128 MB. The memory of the whole workerd process cannot be
// compared with this limit. The process also runs Wrangler's simulators (R2, KV, assets), each in a separate
// isolate.

/** The name of the Worker's isolate: `core:user:`, then the `name` of the Worker in wrangler.toml. */
export const WORKER = 'core:user:media-downloader'

const ANSWER_MS = 2_000
type Listed = { id: string }
type Reply = { id?: number; result?: { usedSize: number; backingStorageSize?: number } }

/**
 * Returns the heap size of each isolate of a workerd process in MB, by isolate name. The size includes array
 * buffers. An isolate without requests does not respond to the inspector, and is left out after ANSWER_MS.
 * @param only the name of one isolate, so that no other isolate is measured; undefined = all isolates
 */
export async function heapOfIsolates(workerd: number, only?: string): Promise<Record<string, number>> {
  const heaps: Record<string, number> = {}
  await forEachIsolate(workerd, only, async (id, address) => {
    const used = await ask(address, 'Runtime.getHeapUsage')
    if (used) heaps[id] = (used.usedSize + (used.backingStorageSize ?? 0)) / 1024 ** 2
  })
  return heaps
}

/**
 * Removes the garbage from the heap of each isolate of a workerd process. By itself, V8 lets the garbage grow
 * while the heap is far below its limit.
 */
export async function collectGarbage(workerd: number): Promise<void> {
  await forEachIsolate(workerd, undefined, (_, address) => ask(address, 'HeapProfiler.collectGarbage'))
}

/**
 * Calls `work` for each isolate of a workerd process, all at the same time, with the name of the isolate and
 * the address of its inspector.
 */
async function forEachIsolate(
  workerd: number,
  only: string | undefined,
  work: (id: string, address: string) => Promise<unknown>,
): Promise<void> {
  for (const port of listeningPorts(workerd)) {
    const isolates = (await listOf(port))?.filter(({ id }) => only === undefined || id === only)
    if (!isolates) continue
    await Promise.all(isolates.map(({ id }) => work(id, `ws://127.0.0.1:${port}/${id}`)))
    return
  }
}

/** Returns the isolates that the inspector on a port lists; undefined when the port is not an inspector's. */
async function listOf(port: number): Promise<Listed[] | undefined> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/json`, { signal: AbortSignal.timeout(ANSWER_MS) })
    const list = (await answer.json()) as unknown
    return Array.isArray(list) ? (list as Listed[]) : undefined
  } catch {
    // If the response is not JSON, or does not arrive within ANSWER_MS, the port belongs to another service
    // of workerd.
    return undefined
  }
}

/**
 * Sends one command to the inspector of an isolate. Returns undefined if no result arrives within ANSWER_MS.
 */
function ask(address: string, method: string): Promise<Reply['result']> {
  return new Promise((resolve) => {
    const socket = new WebSocket(address)
    const end = (result?: Reply['result']) => {
      clearTimeout(timer)
      socket.close()
      resolve(result)
    }
    const timer = setTimeout(() => end(), ANSWER_MS)
    socket.addEventListener('error', () => end())
    socket.addEventListener('open', () => socket.send(JSON.stringify({ id: 1, method })))
    socket.addEventListener('message', ({ data }) => {
      const { id, result } = JSON.parse(String(data)) as Reply
      if (id === 1) end(result)
    })
  })
}

/** Returns the TCP ports (IPv4) on which a process listens. */
function listeningPorts(pid: number): number[] {
  const sockets = new Set(
    fs.readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(fs.readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? []
      } catch {
        return [] // The file descriptor was closed while it was read.
      }
    }),
  )
  // The code uses three columns of /proc/PID/net/tcp: local address, state (0A is LISTEN) and inode.
  return fs
    .readFileSync(`/proc/${pid}/net/tcp`, 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode]) => state === '0A' && sockets.has(inode ?? ''))
    .map(([, local]) => Number.parseInt(local?.split(':')[1] ?? '', 16))
}
