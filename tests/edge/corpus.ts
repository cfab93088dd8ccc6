// As text: half surrogate pairs in it are no valid module source.
import text from '../corpus/bad-inputs.json?raw'

const { groups } = JSON.parse(text) as { groups: Record<string, BadInput[]> }

export type BadInput = {
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

/** The entries of one group of bad inputs, with `{{repeat:S:N}}` written out. */
export function badInputs(group: string): BadInput[] {
  return groups[group]!.map((entry) => ({ ...entry, input: expanded(entry.input) }))
}

function expanded(value: unknown): unknown {
  if (typeof value === 'string')
    return value.replace(/\{\{repeat:(.*?):(\d+)\}\}/gs, (_, text: string, times: string) =>
      text.repeat(Number(times)),
    )
  if (Array.isArray(value)) return value.map(expanded)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, expanded(inner)]))
}
