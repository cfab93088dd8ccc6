import { languageName } from './language-name.ts'

/** Languages of a region, and those without a code of two letters, that sites name often. */
const OTHERS =
  'pt-BR pt-PT es-419 es-ES es-MX fr-CA en-GB en-US zh-Hans zh-Hant yue cmn fil haw nds sco gsw'.split(' ')

const letters = 'abcdefghijklmnopqrstuvwxyz'.split('')
const codes = letters.flatMap((first) => letters.map((second) => `${first}${second}`))

let known: Map<string, string> | undefined

/** Takes about 50 ms, and most lists have codes. */
function names(): Map<string, string> {
  const all = [...codes, ...OTHERS].filter((code) => languageName(code) !== null)
  const ownNames = (code: string) => new Intl.DisplayNames(code, { type: 'language' }).of(code)
  return new Map(
    all.flatMap((code) =>
      [languageName(code), ownNames(code)].map(
        (name) => [name?.toLowerCase() ?? code, Intl.getCanonicalLocales(code)[0]!] as const,
      ),
    ),
  )
}

/** The code of a language by its name, in English or in itself: "German" and "Deutsch" are `de`. */
export function languageCode(name: string): string | null {
  known ??= names()
  return known.get(name.trim().toLowerCase()) ?? null
}
