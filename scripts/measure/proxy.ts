import fs from 'node:fs'
import { build } from '../run/build.ts'
import { setupServers } from '../lib/setup/setup.ts'
import { runOrFail } from '../lib/step.ts'
import { atEnd, temporaryFolder } from '../lib/stop.ts'
import { table } from '../lib/table.ts'
import { KEYS, startEdge } from './proxy/edge.ts'
import { startNginx } from './proxy/nginx.ts'
import { cpu, descendants, rss } from './processes.ts'
import { grantMedia, grantPlaylist } from '../../edge/grants/grant.ts'

const [ORIGIN_PORT, NGINX_PORT] = [9_311, 9_312]
const ROUNDS = 3
const LINK = 'https://cdn.example/file.mp4'

type Server = { name: string; url: string; pids: () => number[] }
type Transfer = { server: string; 'MB/s': number; 'CPU s/GiB': string; 'RSS MB': string | number }

/** Client and source run on the same machine, so only ratios within one run count. */
export default async function bench(args: string[]) {
  const mib = Number(args[0] ?? 1_024)
  await setupServers()
  await build()
  const work = temporaryFolder('bench-proxy')
  fs.closeSync(fs.openSync(`${work}/file.mp4`, 'w'))
  fs.truncateSync(`${work}/file.mp4`, mib * 2 ** 20)
  const servers = await startServers(work)
  for (const { url } of servers) await curl(url, ['-r', '0-1048575'])
  await compareTransfers(servers, mib)
}

async function startServers(work: string): Promise<Server[]> {
  const probe = '/file.mp4'
  const origin = `http://127.0.0.1:${ORIGIN_PORT}`
  // The source also takes the place of the merger. The edge requests relayed media from a merger at /relay,
  // so the source serves its file at /relay too.
  const files = `root ${work}; location = /relay { try_files /file.mp4 =404; }`
  await startNginx({ work, name: 'origin', port: ORIGIN_PORT, server: files, probe })
  const pass = `location / { proxy_pass ${origin}; proxy_http_version 1.1; }`
  const nginx = await startNginx({ work, name: 'proxy', port: NGINX_PORT, server: pass, probe })
  const edge = await startEdge({ work, merger: origin })
  atEnd(edge.end)
  const facts = {
    headers: {},
    cookies: null,
    merger: 'local:0',
    key: '',
    container: 'mp4',
    expiresAt: null,
    sources: [LINK],
  }
  const grant = await grantMedia({ GRANT_KEYS: KEYS }, LINK, { ...facts, way: 'relay' })
  const terms = {
    ...facts,
    way: 'relay' as const,
    domains: [],
    maxBytes: Number.MAX_SAFE_INTEGER,
  }
  const segment = await grantPlaylist({ GRANT_KEYS: KEYS }, LINK, terms)
  const granted = (g: string) => `${edge.origin}/api/proxied_download?url=${encodeURIComponent(LINK)}&g=${g}`
  return [
    { name: 'the source itself', url: `${origin}/file.mp4`, pids: () => [] },
    {
      name: 'nginx proxy_pass',
      url: `http://127.0.0.1:${NGINX_PORT}/file.mp4`,
      pids: () => descendants(nginx.pid),
    },
    { name: 'our edge', url: granted(grant), pids: () => [edge.pid] },
    { name: 'edge, a segment', url: granted(segment), pids: () => [edge.pid] },
  ]
}

async function compareTransfers(servers: Server[], mib: number) {
  const print = table({ round: 6, server: 17, 'MB/s': 6, 'CPU s/GiB': 9, 'RSS MB': 6 })
  const results: Transfer[][] = servers.map(() => [])
  for (let round = 1; round <= ROUNDS; round++)
    for (const [at, server] of servers.entries()) {
      const result = await transfer(server, mib)
      results[at]?.push(result)
      print({ round, ...result })
    }
  for (const transfers of results) print({ round: 'median', ...median(transfers) })
}

async function transfer({ name, url, pids }: Server, mib: number): Promise<Transfer> {
  const before = cpu(pids())
  const seconds = Number(await curl(url, ['-w', '%{time_total}']))
  const isMeasured = pids().length > 0
  return {
    server: name,
    'MB/s': Math.round((mib * 2 ** 20) / 1e6 / seconds),
    'CPU s/GiB': isMeasured ? (((cpu(pids()) - before) * 1_024) / mib).toFixed(2) : '-',
    'RSS MB': isMeasured ? Math.round(rss(pids())) : '-',
  }
}

function median(transfers: Transfer[]) {
  const value = (one: Transfer) => Number(one['CPU s/GiB']) || one['MB/s']
  return transfers.toSorted((a, b) => value(a) - value(b))[Math.floor(transfers.length / 2)]
}

async function curl(url: string, options: string[]): Promise<string> {
  return await runOrFail(['curl', '-sS', '-f', '-o', '/dev/null', ...options, url])
}
