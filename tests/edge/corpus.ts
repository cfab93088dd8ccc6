import { test } from 'vitest'
import { elsewhere } from '../corpus/elsewhere.ts'
// The corpus contains unpaired surrogates. A JavaScript module cannot contain them, so the corpus is imported
// as text.
import text from '../corpus/bad-inputs.json?raw'

const { groups } = JSON.parse(text) as { groups: Record<string, BadInput[]> }

type BadInput = {
  endpoint: string
  name: string
  input: unknown
  expect: string
  kind?: string
  stage?: string
  status?: number
  content_range?: string | null
  content_length?: number | null
}

/**
 * Returns the entries of a group of bad inputs. The entries in `elsewhere` are left out, because other test
 * files test them. The text `{{repeat:S:N}}` in an entry becomes N copies of S.
 */
function everyOf(group: string): BadInput[] {
  return groups[group]!.filter(({ name }) => !Object.hasOwn(elsewhere[group] ?? {}, name)).map((entry) => ({
    ...entry,
    input: expanded(entry.input),
  }))
}

export type Case = (entry: BadInput) => Promise<void>

/**
 * Defines one test for each entry of a group of bad inputs. If `cases` has a function under the name of the
 * entry, the test calls this function. Otherwise the test calls `common`, or fails if `common` is missing.
 * Throws an error if `cases` contains a name that no entry has.
 */
export function testEach(group: string, cases: Record<string, Case>, common?: Case): void {
  const entries = everyOf(group)
  for (const entry of entries)
    test(`answers "${entry.name.slice(0, 80)}" as the corpus expects`, async () => {
      const run = Object.hasOwn(cases, entry.name) ? cases[entry.name] : common
      if (!run) throw new Error(`${group}: nothing runs "${entry.name}"`)
      await run(entry)
    })
  const names = new Set(entries.map(({ name }) => name))
  for (const name of Object.keys(cases))
    if (!names.has(name)) throw new Error(`${group}: there is no entry "${name}" to run here`)
}

function expanded(value: unknown): unknown {
  if (typeof value === 'string')
    return value.replace(/\{\{repeat:(.*?):(\d+)\}\}/gs, (_, repeated: string, times: string) =>
      repeated.repeat(Number(times)),
    )
  if (Array.isArray(value)) return value.map(expanded)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, expanded(inner)]))
}
