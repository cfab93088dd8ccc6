import fs from 'node:fs'
import { FOLDERS, KINDS, type Counts, type Density, type Folder, type Kind } from './density.ts'
import { root } from './step.ts'

const RECORD = `${root}/docs/decisions/oddities.md`

const cells = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

/** Of the record's tables, the rows below a head whose first cell is `head`. */
function rowsBelow(markdown: string, head: string): string[][] {
  const lines = markdown.split('\n')
  const start = lines.findIndex((line) => cells(line)[0] === head)
  if (start < 0) return []
  const end = lines.findIndex((line, at) => at > start && !line.startsWith('|'))
  return lines.slice(start + 2, end < 0 ? undefined : end).map(cells)
}

const isFolder = (name: string): name is Folder => (FOLDERS as readonly string[]).includes(name)
const isKind = (name: string): name is Kind => (KINDS as readonly string[]).includes(name)
const nothing = (): Counts => ({ constants: 0, expressions: 0, names: 0 })

/** What the record allows: the counts at its start and what each later row adds, as in "2 expressions". */
function allowedBy(markdown: string): Record<Folder, Counts> {
  const allowed = Object.fromEntries(FOLDERS.map((folder) => [folder, nothing()])) as Record<Folder, Counts>
  for (const [folder = '', ...counts] of rowsBelow(markdown, 'Folder'))
    if (isFolder(folder)) KINDS.forEach((kind, at) => (allowed[folder][kind] = Number(counts[at])))
  for (const row of rowsBelow(markdown, 'Oddity')) {
    const [, , , folder = '', adds = ''] = row
    if (!isFolder(folder)) continue
    for (const [, count, kind] of adds.matchAll(/(\d+) (\w+)/g))
      if (isKind(kind!)) allowed[folder][kind] += Number(count)
  }
  return allowed
}

/** A row without its report, its count in the log or its date says nothing that could retire it. */
export function gapsOf(markdown: string): string[] {
  const rows = rowsBelow(markdown, 'Oddity')
  return rows.filter((row) => row.length < 6 || row.includes('')).map(([oddity = '']) => oddity)
}

export function oddityProblems(found: Record<Folder, Density>, markdown: string): string[] {
  const allowed = allowedBy(markdown)
  const risen = FOLDERS.flatMap((folder) =>
    KINDS.filter((kind) => found[folder][kind] > allowed[folder][kind]).map(
      (kind) => `${folder}: ${found[folder][kind]} ${kind}, recorded are ${allowed[folder][kind]}`,
    ),
  )
  return [...risen, ...gapsOf(markdown).map((oddity) => `a row of the record has a gap: ${oddity}`)]
}

export const readRecord = (): string => fs.readFileSync(RECORD, 'utf8')
