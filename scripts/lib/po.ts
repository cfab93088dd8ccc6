import type { Leaf } from './text-leaves.ts'

// Texts in the form that tools for translators read and write (GNU gettext, "The Format of PO Files"). The
// plural forms of a text are entries of their own, so that each tool takes them.

export type Entry = { path: string; english: string; translation: string }

const quoted = (text: string) => JSON.stringify(text)

export function poOf(language: string, entries: readonly Entry[]): string {
  const head = `msgid ""\nmsgstr ""\n"Language: ${language}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n`
  const bodies = entries.map(
    ({ path, english, translation }) =>
      `msgctxt ${quoted(path)}\nmsgid ${quoted(english)}\nmsgstr ${quoted(translation)}\n`,
  )
  return [head, ...bodies].join('\n')
}

const LINE = /^(?:(msgctxt|msgid|msgstr) )?(".*")$/

/** The translations of a PO file by their paths. Those that are empty are left out. */
export function translationsIn(po: string): Map<string, string> {
  const found = new Map<string, string>()
  let entry: Record<string, string> = {}
  let field = ''
  const keep = () => {
    if (entry['msgctxt'] && entry['msgstr']) found.set(entry['msgctxt'], entry['msgstr'])
    entry = {}
  }
  for (const line of po.split('\n')) {
    const [, name, text] = LINE.exec(line.trim()) ?? []
    if (text === undefined) continue
    if (name === 'msgctxt') keep()
    field = name ?? field
    entry[field] = (entry[field] ?? '') + (JSON.parse(text) as string)
  }
  keep()
  return found
}

/** Puts plural forms together again: `items.count[few]` is a form of `items.count`. */
export function leavesIn(translations: ReadonlyMap<string, string>): Map<string, Leaf> {
  const leaves = new Map<string, Leaf>()
  for (const [path, text] of translations) {
    const [, whole = path, form] = /^(.*)\[(\w+)\]$/.exec(path) ?? []
    const known = leaves.get(whole)
    leaves.set(whole, form === undefined ? text : { ...(typeof known === 'object' && known), [form]: text })
  }
  return leaves
}
