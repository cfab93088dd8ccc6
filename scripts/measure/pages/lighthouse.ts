import lighthouse, { type Result } from 'lighthouse'

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']

/** `lcp` and `tbt` in milliseconds, scores from 0 to 100. */
export const aims: Record<string, { aim: number; isMoreBetter: boolean }> = {
  performance: { aim: 98, isMoreBetter: true },
  accessibility: { aim: 100, isMoreBetter: true },
  'best-practices': { aim: 100, isMoreBetter: true },
  seo: { aim: 100, isMoreBetter: true },
  lcp: { aim: 1_000, isMoreBetter: false },
  cls: { aim: 0, isMoreBetter: false },
  tbt: { aim: 50, isMoreBetter: false },
}

export async function measurePage(address: string, runs: number, port: number) {
  const visit = async (onlyCategories: string[]): Promise<Result> => {
    const run = await lighthouse(address, {
      port,
      output: 'json',
      logLevel: 'silent',
      throttlingMethod: 'devtools',
      formFactor: 'mobile',
      onlyCategories,
    })
    if (!run) throw new Error(`Lighthouse has no result for ${address}`)
    return run.lhr
  }
  // The first visit is not counted, because it starts the local Worker and makes the browser compile the code
  // for the first time.
  await visit(['performance'])
  const results: Result[] = []
  while (results.length < runs) results.push(await visit(CATEGORIES))
  const figures = results.map(figuresOf)
  const medians = Object.fromEntries(
    Object.keys(aims).map((key) => [key, median(figures.map((one) => one[key] ?? Number.NaN))]),
  )
  return { medians, faults: [...new Set(results.flatMap(faultsOf))] }
}

const median = (numbers: number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

function figuresOf({ categories, audits }: Result): Record<string, number> {
  const value = (id: string) => audits[id]?.numericValue ?? Number.NaN
  return {
    ...Object.fromEntries(CATEGORIES.map((id) => [id, Math.round((categories[id]?.score ?? 0) * 100)])),
    lcp: Math.round(value('largest-contentful-paint')),
    cls: Number(value('cumulative-layout-shift').toFixed(3)),
    tbt: Math.round(value('total-blocking-time')),
  }
}

function faultsOf({ categories, audits }: Result) {
  return ['accessibility', 'best-practices', 'seo'].flatMap((category) =>
    (categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const audit = audits[id]
      return audit && weight > 0 && audit.score !== null && audit.score < 1 ? [`${id}: ${audit.title}`] : []
    }),
  )
}
