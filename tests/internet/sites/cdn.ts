import { file, html, refuse, type Fault } from '../answers.ts'
import { hasMedia } from '../media.ts'
import type { Answer, Site } from '../site.ts'

// A media host. The host serves a file at https://cdn.example/<file>, and the same file with a fault at
// https://cdn.example/faulty/<fault>/<name>/<file>. Some faults count the requests for a path, so each test
// needs its own <name>.

const faults: Record<string, Fault> = {
  cut: { cutAt: 600_000 },
  drop: { dropAfter: 500_000 },
  stall: { stallAfter: 300_000 },
  slow: { pace: 200_000 },
  noranges: { plain: true },
  chopped: { plain: true, cutAt: 1_200_000 },
  strict: { longestRange: 10 * 1024 ** 2 },
  changing: { changing: true },
}

const visits = new Map<string, number>()

/**
 * Returns the response for a fault that counts requests: `expiring` responds with 403 from the fourth request
 * on, and `shaky` responds with 503 to the first request. Returns undefined for any other fault.
 */
function byVisit(fault: string, path: string, name: string): Answer | undefined {
  const visit = (visits.get(path) ?? 0) + 1
  visits.set(path, visit)
  if (fault === 'expiring') return visit > 3 ? refuse(403, 'This link has expired.') : file(name)
  if (fault === 'shaky') return visit === 1 ? refuse(503, 'Try again.') : file(name)
  return undefined
}

export const cdn: Site = {
  hosts: ['cdn.example', 'media.test', 'cdn.test', 'six.example'],
  answer({ path }) {
    const [, fault, name = path.slice(1)] = /^\/faulty\/(\w+)\/[\w-]+\/(.+)$/.exec(path) ?? []
    if (fault === 'html') return html('<!doctype html><title>Please log in</title><p>Please log in.')
    const known = hasMedia(name) ? name : name === 'v.mp4' ? 'combined-360.mp4' : undefined
    if (!known) return undefined
    if (!fault) return file(known)
    const kind = faults[fault]
    return kind ? file(known, kind) : byVisit(fault, path, known)
  },
}
