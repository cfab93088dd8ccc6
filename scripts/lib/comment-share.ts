import fs from 'node:fs'
import path from 'node:path'
import { root } from './step.ts'

/** Comment lines for each code line: at most this many in all folders together, and in one folder. */
const ALL = 0.12
const FOLDER = 0.15
const FOLDERS = ['contract', 'edge', 'media', 'merger', 'scripts', 'web']

/** Python's docstrings count as comments. */
export function countLines(text: string, isHash: boolean) {
  const lines = text.split('\n').map((each) => each.trim())
  const marks = isHash ? pythonComments(lines) : blockComments(lines)
  const filled = marks.filter((_, at) => lines[at] !== '')
  const comments = filled.filter(Boolean).length
  return { comments, code: filled.length - comments }
}

function blockComments(lines: string[]): boolean[] {
  let isOpen = false
  return lines.map((line) => {
    const isComment = isOpen || /^(\/\/|\{?\/\*)/.test(line)
    if (isComment && line !== '' && !line.startsWith('//')) isOpen = !line.includes('*/')
    return isComment
  })
}

/** A text in three quotes that begins a line is a docstring. Another, as in an assignment, is code. */
function pythonComments(lines: string[]): boolean[] {
  let open: 'docstring' | 'text' | undefined
  return lines.map((line) => {
    const begun = open ?? (line.startsWith('"""') ? 'docstring' : 'text')
    const isTurned = line.split('"""').length % 2 === 0
    if (isTurned) open = open ? undefined : begun
    return begun === 'docstring' || (begun === 'text' && !open && line.startsWith('#'))
  })
}

export function commentShares() {
  const counts = FOLDERS.map((folder) => {
    const files = fs.readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' })
    const sources = files.filter((file) => /\.(tsx?|css|py)$/.test(file))
    return sources
      .map((file) => countLines(fs.readFileSync(path.join(root, folder, file), 'utf8'), file.endsWith('.py')))
      .reduce((sum, one) => ({ comments: sum.comments + one.comments, code: sum.code + one.code }))
  })
  const all = counts.reduce((sum, one) => ({
    comments: sum.comments + one.comments,
    code: sum.code + one.code,
  }))
  const rows = [
    ...counts.map((one, at) => ({ name: FOLDERS[at], share: one.comments / one.code, most: FOLDER })),
    { name: 'all', share: all.comments / all.code, most: ALL },
  ]
  return {
    text: rows.map(({ name, share }) => `${name} ${share.toFixed(2)}`).join(', '),
    problems: rows
      .filter(({ share, most }) => share > most)
      .map(
        ({ name, share, most }) => `${name}: ${share.toFixed(3)} comment lines a code line, at most ${most}`,
      ),
  }
}
