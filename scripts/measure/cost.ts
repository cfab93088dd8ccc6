type Figures = ReturnType<typeof import('./soak-figures.ts').figuresOf>
type Term = { term: string; dollars: number }

/** Dollars, from the pricing pages of each product, read on 22 November 2026. */
const PRICES = {
  base: 5,
  workerRequests: { included: 10e6, per: 0.3 / 1e6 },
  workerCpuMs: { included: 30e6, per: 0.02 / 1e6 },
  objectRequests: { included: 1e6, per: 0.15 / 1e6 },
  objectGigabyteSeconds: { included: 400_000, per: 12.5 / 1e6 },
  containerGibibyteSeconds: { included: 25 * 3_600, per: 0.0000025 },
  containerVcpuSeconds: { included: 375 * 60, per: 0.00002 },
  containerDiskGigabyteSeconds: { included: 200 * 3_600, per: 0.00000007 },
  egressGigabytes: { included: 1_000, per: 0.025 },
  /** to Asia and other continents but Oceania, Korea and Taiwan ($0.05) */
  farEgressGigabytes: { included: 500, per: 0.04 },
  logLines: { included: 20e6, per: 0.6 / 1e6 },
  dataPoints: { included: 10e6, per: 0.25 / 1e6 },
  rowsWritten: { included: 50e6, per: 1 / 1e6 },
  bucketWrites: { included: 1e6, per: 4.5 / 1e6 },
  bucketReads: { included: 10e6, per: 0.36 / 1e6 },
  keyReads: { included: 10e6, per: 0.5 / 1e6 },
}

const INSTANCE = { vcpu: 1, gibibytes: 6, diskGigabytes: 12, mergeSlots: 4 }

/** Not measured: replace them with figures from `npm run counts`. A preview counts as a save. */
export const ASSUMPTIONS = {
  mergedShare: 0.3,
  mergedMegabytes: 120,
  relayedShare: 0.42,
  relayedMegabytes: 60,
  /** of a Durable Object that passes the bytes on */
  secondsPerMerge: 60,
  secondsPerRelay: 30,
  extractionsPerSave: 1.5,
  pageRequestsPerSave: 12,
  /** the busiest hour, as a multiple of the average */
  peak: 3,
  /** of a container's CPU, above which visitors wait */
  utilization: 0.6,
  regions: 3,
  /** of the egress, to regions with the higher price */
  farShare: 1 / 3,
  youtubeShare: 0.4,
  /** of YouTube, from the addresses of a region (contract/exits.ts) */
  youtubePerHour: 150,
  /** writes to Durable Objects */
  rowsPerMerge: 20,
  rowsPerExtraction: 2,
  /** until a container stops (edge/mergers/running-time.ts) */
  idleSeconds: 600,
  /** contract/limits.ts */
  partMegabytes: 8.4,
}

export const MONTH_SECONDS = 30.4 * 24 * 3_600

const bill = (amount: number, { included, per }: { included: number; per: number }) =>
  Math.max(0, amount - included) * per

export function monthOf(
  figures: Figures,
  saves: number,
  assumed: typeof ASSUMPTIONS = ASSUMPTIONS,
): { dollars: number; instances: number; terms: Term[] } {
  const merges = saves * assumed.mergedShare
  const relayed = saves * assumed.relayedShare
  const extractions = saves * assumed.extractionsPerSave
  const callsPerAction = figures.calls / figures.actions
  const requests = saves * (assumed.pageRequestsPerSave + callsPerAction) + extractions
  // The soak merges only small files; `npm run bench -- merge` measures the CPU time of large ones.
  const containerCpu = ((merges + extractions) * figures.containerCpuSeconds) / figures.actions
  const edgeCpuMs = (figures.edgeCpuSeconds * 1_000 * requests) / figures.calls
  const transferSeconds = merges * assumed.secondsPerMerge + relayed * assumed.secondsPerRelay
  const gigabytes = (merges * assumed.mergedMegabytes + relayed * assumed.relayedMegabytes) / 1_000
  const perSecond = (assumed.peak * containerCpu) / MONTH_SECONDS
  const slots = (assumed.peak * merges * assumed.secondsPerMerge) / MONTH_SECONDS
  const instances = Math.max(
    1,
    Math.ceil(perSecond / (INSTANCE.vcpu * assumed.utilization)),
    Math.ceil(slots / INSTANCE.mergeSlots),
  )
  const awake = awakeSeconds(extractions, instances / assumed.peak, assumed)
  const terms = [
    { term: 'plan', dollars: PRICES.base },
    {
      term: 'requests and CPU of the Worker',
      dollars: bill(requests, PRICES.workerRequests) + bill(edgeCpuMs, PRICES.workerCpuMs),
    },
    {
      term: 'Durable Objects',
      dollars:
        bill(merges * 30 + extractions * 2, PRICES.objectRequests) +
        bill(0.128 * (transferSeconds + extractions * 3), PRICES.objectGigabyteSeconds),
    },
    {
      term: 'memory and disk of containers',
      dollars:
        bill(awake * INSTANCE.gibibytes, PRICES.containerGibibyteSeconds) +
        bill(awake * INSTANCE.diskGigabytes, PRICES.containerDiskGigabyteSeconds),
    },
    { term: 'CPU of containers', dollars: bill(containerCpu, PRICES.containerVcpuSeconds) },
    {
      term: 'egress of containers, if bytes to the edge count',
      dollars:
        bill(gigabytes * (1 - assumed.farShare), PRICES.egressGigabytes) +
        bill(gigabytes * assumed.farShare, PRICES.farEgressGigabytes),
    },
    { term: 'logs', dollars: bill(requests, PRICES.logLines) },
    { term: 'counts', dollars: bill(requests, PRICES.dataPoints) },
    {
      term: 'rows of Durable Objects',
      dollars: bill(
        merges * assumed.rowsPerMerge + extractions * assumed.rowsPerExtraction,
        PRICES.rowsWritten,
      ),
    },
    {
      term: 'R2 operations',
      dollars:
        bill(merges * (2 + assumed.mergedMegabytes / assumed.partMegabytes), PRICES.bucketWrites) +
        bill(merges * 2, PRICES.bucketReads),
    },
    { term: 'KV reads', dollars: bill(requests / 2, PRICES.keyReads) },
  ].toSorted((a, b) => b.dollars - a.dollars)
  return { dollars: terms.reduce((sum, { dollars }) => sum + dollars, 0), instances, terms }
}

/** Above these saves a month, visitors read that YouTube's hour is used up, without exits with sessions. */
export function youtubeSaves({
  youtubePerHour,
  regions,
  extractionsPerSave,
  youtubeShare,
  peak,
}: typeof ASSUMPTIONS = ASSUMPTIONS): number {
  const hours = MONTH_SECONDS / 3_600
  return Math.round((youtubePerHour * regions * hours) / (extractionsPerSave * youtubeShare * peak))
}

function awakeSeconds(calls: number, instances: number, { regions, idleSeconds }: typeof ASSUMPTIONS) {
  const rate = calls / regions / MONTH_SECONDS
  // A Poisson process: a container runs if a call has arrived in the `idleSeconds` before.
  const inEachRegion = MONTH_SECONDS * (1 - Math.exp(-rate * idleSeconds))
  return regions * inEachRegion + Math.max(0, instances - regions) * MONTH_SECONDS
}
