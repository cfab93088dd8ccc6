import type { PlatformState, PublicHealth } from '#contract/api.ts'
import type { Brand } from '#contract/brand.ts'
import { languagesOf } from '#texts/brand-languages.ts'
import type { Tag } from '#texts/languages.ts'
import type { FailureWords } from './download/failure-text.ts'
import { LINK_FIELD } from './parts/link-field.ts'
import { brandWords } from './routing/brand-words.ts'
import type { PartName, Parts } from '#texts/parts.ts'
import type { RefusalTexts } from '#texts/worded.ts'

type Texts = { [Name in PartName]?: Parts[Name] }

const FOLDER = '../texts/'
const files = import.meta.glob<Parts[PartName]>('../texts/*/**/*.ts', { eager: true, import: 'texts' })

function partOf(language: Tag, name: PartName): Parts[PartName] {
  const part = files[`${FOLDER}${language}/${name}.ts`]
  if (!part) throw new Error(`texts/${language} has no ${name}.ts`)
  return part
}

export const textsOf = (language: Tag, names: Iterable<PartName>): Texts =>
  Object.fromEntries(Array.from(names, (name) => [name, partOf(language, name)])) as Texts

/** What offers a page in the other languages of a brand. */
export function offersBeside(brand: Brand, language: Tag): { [Language in Tag]?: string } {
  const others = languagesOf(brand).filter((tag) => tag !== language)
  return Object.fromEntries(others.map((tag) => [tag, (partOf(tag, 'ui') as Parts['ui']).offer]))
}

const failureTexts = (language: Tag): Parts['failures'] => partOf(language, 'failures') as Parts['failures']

export const refusalTexts = (language: Tag): RefusalTexts => ({
  failures: failureTexts(language),
  links: partOf(language, 'links') as Parts['links'],
})

export const labelTexts = (language: Tag): Parts['labels'] => partOf(language, 'labels') as Parts['labels']

export const failureWordsIn = (language: Tag): FailureWords => ({
  language,
  faults: (partOf(language, 'ui') as Parts['ui']).faults,
  failures: failureTexts(language),
})

export const headsIn = (language: Tag): Parts['heads'] => partOf(language, 'heads') as Parts['heads']

export const sloganIn = (brand: Brand, language: Tag): string =>
  brandWords(brand, language, headsIn(language)).slogan

export type Mark = { id: string; state: PlatformState['state']; word: string }

/** Of each platform of which something is known. */
export function marksIn(language: Tag, health: PublicHealth | undefined): Mark[] {
  const { states } = partOf(language, 'pages/status') as Parts['pages/status']
  return Object.entries(health?.platforms ?? {}).map(([id, { state }]) => ({
    id,
    state,
    word: states[state],
  }))
}

/** What the icon of the installed site offers. */
export function shortcutsIn(language: Tag): { name: string; path: string }[] {
  const { shortcut, pages } = headsIn(language)
  return [
    { name: shortcut, path: `/#${LINK_FIELD}` },
    { name: pages.send, path: '/send-a-link' },
    { name: pages.status, path: '/status' },
    { name: pages.help, path: '/help-center' },
  ]
}

/** All texts of a language. `used` receives the name of each part that is read. */
export const textsReadBy = (language: Tag, used: Set<PartName>): Texts =>
  new Proxy<Texts>(
    {},
    {
      get(_, key) {
        const name = key as PartName
        used.add(name)
        return partOf(language, name)
      },
    },
  )
