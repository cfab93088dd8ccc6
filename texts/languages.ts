type Row = {
  /** The name of the language in the language itself. */
  name: string
  direction: 'ltr' | 'rtl'
  /** As `Intl.PluralRules` names them. */
  plurals: readonly Intl.LDMLPluralRule[]
  /**
   * Whether our own font has its letters. Otherwise the documents of the language use fonts of the system.
   */
  hasOwnFont: boolean
  /** No page of it can be opened. */
  isDraft?: true
}

/** Each key is a language tag (BCP 47) and the name of the language's folder. */
export const languages = {
  en: { name: 'English', direction: 'ltr', plurals: ['one', 'other'], hasOwnFont: true },
  'zh-Hans': { name: '简体中文', direction: 'ltr', plurals: ['other'], hasOwnFont: false },
  es: {
    name: 'Español',
    direction: 'ltr',
    plurals: ['one', 'many', 'other'],
    hasOwnFont: true,
  },
  'pt-BR': {
    name: 'Português (Brasil)',
    direction: 'ltr',
    plurals: ['one', 'many', 'other'],
    hasOwnFont: true,
  },
  ja: { name: '日本語', direction: 'ltr', plurals: ['other'], hasOwnFont: false },
  ar: {
    name: 'العربية',
    direction: 'rtl',
    plurals: ['zero', 'one', 'two', 'few', 'many', 'other'],
    hasOwnFont: false,
  },
} as const satisfies Record<string, Row>

export type Tag = keyof typeof languages

export const isTag = (text: string): text is Tag => Object.hasOwn(languages, text)

/** The languages that visitors can read. */
export const openLanguages: readonly Tag[] = (Object.keys(languages) as Tag[]).filter(
  (tag) => !('isDraft' in languages[tag]),
)

/** The first part of the addresses of a language, as `zh-hans`. */
export const prefixOf = (tag: Tag): string => tag.toLowerCase()

/** The cookie that remembers the language of a visitor. */
export const LANGUAGE_COOKIE = 'language'

const YEAR_SECONDS = 31_536_000

export const languageCookie = (tag: Tag): string =>
  `${LANGUAGE_COOKIE}=${tag}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
