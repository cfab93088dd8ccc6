import lighthouse from 'lighthouse'
import { untilStalled } from '../../lib/measuring.mjs'
import { withStolen } from './stolen.mjs'

/**
 * Maximum share of CPU time, in percent, that the host may give to other virtual machines during a run (`st`
 * of vmstat). A run with a larger share is repeated.
 */
export const MAX_STOLEN = 3
const TRIES_PER_RUN = 3
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']

/** @typedef {import('lighthouse').Result} LighthouseResult */
/**
 * The measured values, each with its target (`aim`). `isMoreBetter` is true if a higher value is better.
 * `lcp` and `tbt` are in milliseconds, `cls` has no unit, and the other values are scores from 0 to 100.
 * @type {Record<string, { aim: number, isMoreBetter: boolean }>}
 */
export const aims = {
  performance: { aim: 98, isMoreBetter: true },
  accessibility: { aim: 100, isMoreBetter: true },
  'best-practices': { aim: 100, isMoreBetter: true },
  seo: { aim: 100, isMoreBetter: true },
  lcp: { aim: 1_000, isMoreBetter: false },
  cls: { aim: 0, isMoreBetter: false },
  tbt: { aim: 50, isMoreBetter: false },
}

/**
 * Loads a page several times with Lighthouse, each time with an empty cache, and returns the medians.
 *
 * CPU time is stolen if the host gives it to other virtual machines. A run is quiet if the share of stolen
 * CPU time is at most MAX_STOLEN. The function makes runs until `runs` of them are quiet, but makes at most
 * `3 * runs`. Only the `runs` quietest runs count. The result also contains their largest share of stolen CPU
 * time, their failed audits, possible causes of missed targets, and the number of all runs (`tries`).
 * @param {string} address URL of the page
 * @param {number} runs number of runs that count
 * @param {number} port the debugging port of the browser
 */
export async function measurePage(address, runs, port) {
  let visits = 0
  /** @type {(categories: string[]) => Promise<LighthouseResult>} */
  const visit = async (onlyCategories) => {
    const run = await lighthouse(address, {
      port,
      output: 'json',
      logLevel: 'silent',
      throttlingMethod: 'devtools',
      formFactor: 'mobile',
      onlyCategories,
    })
    visits += 1
    if (!run) throw new Error(`Lighthouse has no result for ${address}`)
    return run.lhr
  }
  return await untilStalled(
    async () => {
      // The first visit is not counted, because it starts the local Worker and makes the browser compile the
      // code for the first time.
      await visit(['performance'])
      /** @type {{ result: LighthouseResult, stolen: number }[]} */
      const tries = []
      const quiet = () => tries.filter(({ stolen }) => stolen <= MAX_STOLEN)
      while (tries.length < runs * TRIES_PER_RUN && quiet().length < runs)
        tries.push(await withStolen(() => visit(CATEGORIES)))
      const counted = tries.toSorted((a, b) => a.stolen - b.stolen).slice(0, runs)
      const results = counted.map(({ result }) => result)
      const figures = results.map(figuresOf)
      const medians = Object.fromEntries(
        Object.keys(aims).map((key) => [key, median(figures.map((one) => one[key] ?? Number.NaN))]),
      )
      const typical = results.find((_, at) => figures[at]?.['lcp'] === medians['lcp'])
      return {
        medians,
        stolen: Math.max(...counted.map(({ stolen }) => stolen)),
        tries: tries.length,
        faults: [...new Set(results.flatMap(faultsOf))],
        clues: typical && cluesOf(typical),
      }
    },
    () => visits,
  )
}

/** @param {number[]} numbers */
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

/**
 * @param {LighthouseResult} result
 * @returns {Record<string, number>}
 */
function figuresOf({ categories, audits }) {
  /** @param {string} id */
  const value = (id) => audits[id]?.numericValue ?? Number.NaN
  return {
    ...Object.fromEntries(CATEGORIES.map((id) => [id, Math.round((categories[id]?.score ?? 0) * 100)])),
    lcp: Math.round(value('largest-contentful-paint')),
    cls: Number(value('cumulative-layout-shift').toFixed(3)),
    tbt: Math.round(value('total-blocking-time')),
  }
}

/**
 * Returns the failed audits of a page in the categories accessibility, best practices and SEO.
 * @param {LighthouseResult} result
 */
function faultsOf({ categories, audits }) {
  return ['accessibility', 'best-practices', 'seo'].flatMap((category) =>
    (categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const audit = audits[id]
      return audit && weight > 0 && audit.score !== null && audit.score < 1 ? [`${id}: ${audit.title}`] : []
    }),
  )
}

/**
 * @typedef {{ snippet?: string, score: number, node?: { snippet?: string }, items?: { label: string,
 * duration: number }[] }} AuditItem
 */

/**
 * Returns the phases of the largest contentful paint and the elements that caused layout shifts. They show
 * why a measured value misses its target.
 * @param {LighthouseResult} result
 */
function cluesOf({ audits }) {
  /** @type {(id: string) => AuditItem[]} */
  const items = (id) => /** @type {{ items?: AuditItem[] } | undefined} */ (audits[id]?.details)?.items ?? []
  const phases = items('lcp-breakdown-insight').flatMap((part) =>
    (part.items ?? []).map(({ label, duration }) => `${label} ${Math.round(duration)} ms`),
  )
  const element = items('lcp-breakdown-insight').find(({ snippet }) => snippet)?.snippet
  const moved = items('layout-shifts')
    .slice(0, 3)
    .map(({ node, score }) => `${score.toFixed(3)} ${node?.snippet ?? ''}`)
  return { largest: `${element}: ${phases.join(', ')}`, moved }
}
