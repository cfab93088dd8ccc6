import { languages, type Tag } from '#texts/languages.ts'
import type { PartName, Parts } from '#texts/parts.ts'

type Texts = { [Name in PartName]?: Parts[Name] }

const FOLDER = '../texts/'
const files = import.meta.glob<Parts[PartName]>('../texts/*/**/*.ts', { eager: true, import: 'texts' })

export const openLanguages: readonly Tag[] = (Object.keys(languages) as Tag[]).filter(
  (tag) => !('isDraft' in languages[tag]),
)

function partOf(language: Tag, name: PartName): Parts[PartName] {
  const part = files[`${FOLDER}${language}/${name}.ts`]
  if (!part) throw new Error(`texts/${language} has no ${name}.ts`)
  return part
}

export const textsOf = (language: Tag, names: Iterable<PartName>): Texts =>
  Object.fromEntries(Array.from(names, (name) => [name, partOf(language, name)])) as Texts

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
