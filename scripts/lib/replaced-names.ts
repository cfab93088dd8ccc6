import fs from 'node:fs'
import path from 'node:path'
import { root } from './step.ts'

const FOLDER = `${root}/merger/ytdlp`
/** A row of `REPLACED` in hooks.py: the owner and the name. */
const ROW = /^\s+\(([\w.]+), '(\w+)', /gm
/** `Owner._name = …`, and the same by `setattr`. Names of our own objects are no private names. */
const ASSIGNED = /^\s*(?!self\.)([A-Za-z_]\w*(?:\.\w+)*)\.(_\w+) = /gm
const SET = /\bsetattr\(([\w.]+), '(_\w+)'/g

export function namesIn(python: string): string[] {
  const found = [ROW, ASSIGNED, SET].flatMap((form) => [...python.matchAll(form)])
  return found.map(([, owner, name]) => `${owner}.${name}`)
}

/** The private names of yt-dlp and of Python that the merger replaces, by file of `merger/ytdlp`. */
export function replacedNames(): Record<string, string[]> {
  const files = fs.readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  const sources = files.filter((file) => file.endsWith('.py')).toSorted()
  const all = sources.map(
    (file) => [file, namesIn(fs.readFileSync(path.join(FOLDER, file), 'utf8'))] as const,
  )
  return Object.fromEntries(all.filter(([, names]) => names.length > 0))
}
