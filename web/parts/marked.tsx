import { Fragment, type ReactNode } from 'react'

const CHINESE = /(\p{sc=Han}[\p{sc=Han}\u3000-\u303f\uff00-\uffef]*)/u

/**
 * Adds `lang` to the Chinese parts of an English text, so that screen readers choose the right voice, and
 * browsers choose the right font.
 */
export function marked(text: string): ReactNode {
  const parts = text.split(CHINESE)
  if (parts.length === 1) return text
  return parts.map((part, index) => (
    <Fragment key={index}>{index % 2 ? <span lang="zh-Hans">{part}</span> : part}</Fragment>
  ))
}
