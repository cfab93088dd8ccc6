import { expect, test } from 'vitest'
import { commentShares, countLines } from '../../scripts/lib/comment-share.ts'

test('counts line, block and JSX comments', () => {
  const text = '// a\n/** b */\n/*\n * c\n */\n{/* d */}\n\nconst e = 1 // f\nconst g = 2'
  expect(countLines(text, false)).toEqual({ comments: 6, code: 2 })
})

test('counts the comments of Python', () => {
  expect(countLines('# a\nb = 1\n\n  # c', true)).toEqual({ comments: 2, code: 1 })
})

test('counts the docstrings of Python, but no other long texts', () => {
  const text = '"""a\n\nb\n"""\nc = """\n# d\n"""\ndef e():\n    """f"""\n    return """g"""'
  expect(countLines(text, true)).toEqual({ comments: 4, code: 5 })
})

test('finds no folder with too many comments', () => {
  expect(commentShares().problems).toEqual([])
})
