import { Fragment, type ReactNode } from 'react'
import type { Tag } from '#texts/languages.ts'

const CHINESE = /(\p{sc=Han}[\p{sc=Han}\u3000-\u303f\uff00-\uffef]*)/u
/** Languages that write Han characters themselves. */
const HAN: readonly Tag[] = ['zh-Hans', 'ja']

/**
 * Adds `lang` to the Chinese parts of a text in another language, so that screen readers choose the right
 * voice, and browsers choose the right font.
 */
export function marked(text: string, language: Tag): ReactNode {
  const parts = HAN.includes(language) ? [text] : text.split(CHINESE)
  if (parts.length === 1) return text
  return parts.map((part, index) => (
    <Fragment key={index}>{index % 2 ? <span lang="zh-Hans">{part}</span> : part}</Fragment>
  ))
}
