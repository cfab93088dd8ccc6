import type { Markup } from '../../html/markup.ts'
import { looseJson } from '../../html/loose-json.ts'
import { literalsIn } from '../../html/literals.ts'
import { hiddenMarkup, writtenMarkup } from '../inner-markup.ts'
import { plainTexts } from '../plain-text.ts'
import { elementItems } from './element-items.ts'
import { DESCRIBES, objectItems } from './object-items.ts'
import type { PageItem } from './page-item.ts'

/** The items of a page, each with the texts and chapters that belong to it. Links may be relative. */
export function itemsOn(page: Markup): PageItem[] {
  const [, ...decoded] = plainTexts(page.text)
  const elements = [page, ...hiddenMarkup(page, decoded), ...writtenMarkup(page)].flatMap(elementItems)
  const scripts = [...page.scripts, ...decoded].filter((text) => DESCRIBES.test(text))
  const settings = page.tags
    .flatMap((tag) => [...tag.attributes.values()])
    .filter((value) => /^\s*[{[]/.test(value) && DESCRIBES.test(value))
  const values = [...page.data, ...scripts.map((text) => literalsIn(text)), ...settings.map(looseJson)]
  return [...elements, ...objectItems(values)]
}
