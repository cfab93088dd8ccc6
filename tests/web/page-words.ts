import type { Tag } from '#texts/languages.ts'
import type { PartName } from '#texts/parts.ts'
import { openTexts } from '../../web/app/texts.ts'
import type { PageData } from '../../web/app/page-data.ts'
import { failureWordsIn, textsOf } from '../../web/every-text.ts'

/** What the browser reads from a document in a language. */
export function openPageIn(language: Tag, ...parts: PartName[]): void {
  const texts = textsOf(language, ['ui', 'failures', ...parts])
  openTexts({ language, texts } as PageData)
}

export const wordsIn = (language: Tag) => () => failureWordsIn(language)
