import fs from 'node:fs'
import path from 'node:path'
import { root } from './step.ts'

/** Comment lines for each code line: at most this many in all folders together, and in one folder. */
const ALL = 0.12
const FOLDER = 0.15
const FOLDERS = ['contract', 'edge', 'media', 'merger', 'scripts', 'web']

export function countLines(text: string, isHash: boolean) {
  let [comments, code, isOpen] = [0, 0, false]
  for (const line of text.split('\n').map((each) => each.trim())) {
    const isComment = isOpen || (isHash ? line.startsWith('#') : /^(\/\/|\{?\/\*)/.test(line))
    if (line === '') continue
    if (isComment) comments++
    else code++
    if (!isHash && isComment && !line.startsWith('//')) isOpen = !line.includes('*/')
  }
  return { comments, code }
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
