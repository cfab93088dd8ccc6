import { Fragment, type ReactNode } from 'react'

/** A run of Chinese with the punctuation of its script. */
const CHINESE = /(\p{sc=Han}[\p{sc=Han}\u3000-\u303f\uff00-\uffef]*)/u

/**
 * An English text whose Chinese words are marked as such: a screen reader changes its voice, a browser its
 * font.
 */
export function marked(text: string): ReactNode {
  const parts = text.split(CHINESE)
  if (parts.length === 1) return text
  return parts.map((part, index) => (
    <Fragment key={index}>{index % 2 ? <span lang="zh-Hans">{part}</span> : part}</Fragment>
  ))
}
