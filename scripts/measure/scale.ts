import { FairPlaces, type Candidate } from '../../edge/places/fair-places.ts'
import { ASSUMPTIONS, MONTH_SECONDS } from './cost.ts'

const SLOTS = 8
const WAITING = 190
const ROUNDS = 400
/** Most calls a second that one Durable Object answers, by Cloudflare's documents. */
const SOFT_LIMIT = 1_000

/** CPU of one extraction in the queue of a region, in milliseconds, while `WAITING` others wait. */
function queueMs(places: number): number {
  const queue = new FairPlaces(places, WAITING + 10)
  const held: string[] = []
  let count = 0
  const enter = () => {
    const visitor = `visitor ${count % 4_999}`
    const id = `work ${count++}`
    const domain = `site-${count % 41}.tld`
    const candidate: Candidate = { id, visitor, network: visitor, domain, isKnown: count % 5 > 0 }
    if (queue.enter(candidate).state === 'granted') held.push(id)
  }
  for (let n = 0; n < places + WAITING; n++) enter()
  const before = process.cpuUsage().user
  for (let n = 0; n < ROUNDS; n++) {
    enter()
    const left = held.shift()
    if (left !== undefined) held.push(...queue.leave(left).granted)
  }
  return (process.cpuUsage().user - before) / ROUNDS / 1_000
}

/** What the objects that all work passes do at the peak of a month, each beside what it did before. */
export function scaleOf(saves: number, instances: number, assumed = ASSUMPTIONS): string[] {
  const { extractionsPerSave, peak, regions, youtubeShare } = assumed
  const extractions = (peak * saves * extractionsPerSave) / MONTH_SECONDS
  const inRegion = extractions / regions
  const containers = Math.ceil(instances / regions)
  const ms = queueMs(Math.max(SLOTS, containers * SLOTS))
  const refusals = 2 * inRegion * youtubeShare
  const share = (calls: number) => `${calls.toFixed(1)} calls a second (of ${SOFT_LIMIT})`
  return [
    `queue of a region: ${(3 * inRegion).toFixed(1)} calls a second, ${ms.toFixed(3)} ms of CPU an extraction, ${((ms * inRegion) / 10).toFixed(2)} % of its thread`,
    `exits of the busiest platform in a region: ${share(refusals)}; as one object of the world: ${share(2 * extractions)}`,
    `containers asked for an extraction or a merge: 1 as the queue names it; first-fit: up to ${containers}`,
  ]
}
