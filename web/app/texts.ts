import { use } from 'react'
import type { Tag } from '#texts/languages.ts'
import type { PartName, Parts } from '#texts/parts.ts'
import { sayIn, type Say } from '#texts/say.ts'
import { usePageData, type PageData } from './page-data.ts'

/** The data of the document in a browser; null on the server. */
let opened: PageData | null = null

export function openTexts(data: PageData): void {
  opened = data
}

const requests = new Map<PartName, Promise<unknown>>()

/** The document has the texts of the page that it shows. The texts of any other part come in a file. */
export function loadTexts<Name extends PartName>(name: Name): Promise<Parts[Name]> {
  const known = requests.get(name)
  if (known) return known as Promise<Parts[Name]>
  const request = fetchTexts(opened!, name)
  requests.set(name, request)
  // The device may have been offline, so the next call tries again.
  request.catch(() => requests.delete(name))
  return request
}

async function fetchTexts<Name extends PartName>(data: PageData, name: Name): Promise<Parts[Name]> {
  const answer = await fetch(`/assets/${data.textFiles}.${data.language}.${name.replace('/', '_')}.json`)
  if (!answer.ok) throw new Error(`The texts ${name} answer ${answer.status}.`)
  const texts = (await answer.json()) as Parts[Name]
  // A page that is loaded reads them without waiting.
  data.texts[name] = texts
  return texts
}

/** The language of the document, for code outside of components. */
export const openedLanguage = (): Tag => opened?.language ?? 'en'

/** For code outside of components. */
export async function readTexts<Name extends PartName>(name: Name): Promise<Parts[Name]> {
  return opened!.texts[name] ?? (await loadTexts(name))
}

/** Loads what is missing of the texts of a part of the page that has its own chunk. */
export async function prepareTexts(...names: PartName[]): Promise<void> {
  const { texts } = opened ?? {}
  if (texts) await Promise.all(names.filter((name) => !texts[name]).map(loadTexts))
}

export function useTexts<Name extends PartName>(name: Name): Parts[Name] {
  const { texts } = usePageData()
  return texts[name] ?? use(loadTexts(name))
}

export const useSay = (): Say => sayIn(usePageData().language)
