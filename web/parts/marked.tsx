import { Fragment, type ReactNode } from 'react'

/** A run of Chinese text with its punctuation. */
const CHINESE = /(\p{sc=Han}[\p{sc=Han}\u3000-\u303f\uff00-\uffef]*)/u

/**
 * Marks the Chinese runs of an English text with `lang`, for the voice of screen readers and for the font.
 */
export function marked(text: string): ReactNode {
  const parts = text.split(CHINESE)
  if (parts.length === 1) return text
  return parts.map((part, index) => (
    <Fragment key={index}>{index % 2 ? <span lang="zh-Hans">{part}</span> : part}</Fragment>
  ))
}
