import { use } from 'react'
import { figures, type Figures } from '#texts/figures.ts'
import type { PartName, Parts } from '#texts/parts.ts'
import { sayIn, type Say } from '#texts/say.ts'
import { usePageData, type PageData } from './page-data.ts'

const requests = new Map<PartName, Promise<unknown>>()

/** The document has the texts of the page that it shows. The texts of any other part come in a file. */
export function loadTexts<Name extends PartName>(data: PageData, name: Name): Promise<Parts[Name]> {
  const known = requests.get(name)
  if (known) return known as Promise<Parts[Name]>
  const request = fetchTexts(data, name)
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

export function useTexts<Name extends PartName>(name: Name): Parts[Name] {
  const data = usePageData()
  return data.texts[name] ?? use(loadTexts(data, name))
}

export const useSay = (): Say => sayIn(usePageData().language)

export const useFigures = (): Figures => figures(usePageData().language)
