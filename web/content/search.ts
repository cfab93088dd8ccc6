import type { HelpCategory } from './help.ts'
import type { Term } from './glossary.ts'
import { plain } from './prose.ts'

const holds = (text: string, query: string) => text.toLowerCase().includes(query.trim().toLowerCase())

export function findQuestions(categories: readonly HelpCategory[], query: string): Set<string> | null {
  if (!query.trim()) return null
  return new Set(
    categories.flatMap((category, at) =>
      category.items.flatMap(({ question, answer }, item) =>
        holds(question, query) || holds(plain(answer), query) ? [`${at}/${item}`] : [],
      ),
    ),
  )
}

export function helpSearchText(query: string, found: number): string {
  return found > 0 ? `Search Results (${found} found)` : `No results found for "${query.trim()}"`
}

export function findTerms(terms: readonly Term[], query: string): Set<string> {
  return new Set(
    terms.filter((one) => holds(one.term, query) || holds(one.shortDefinition, query)).map((one) => one.id),
  )
}

export const termSearchText = (found: number): string => `${found} term${found === 1 ? '' : 's'} found`
