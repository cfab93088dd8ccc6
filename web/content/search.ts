import type { HelpCategory } from './help.ts'
import type { Term } from './glossary.ts'
import { plain } from './prose.ts'

const holds = (text: string, query: string) => text.toLowerCase().includes(query.trim().toLowerCase())

/**
 * Returns the positions of the questions that match a query. A position is a text such as "0/2": the index of
 * the category, and the index of the question in the category. Returns null for a blank query.
 */
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

/** Returns the message of the help center about the result of a search. */
export function helpSearchText(query: string, found: number): string {
  return found > 0 ? `Search Results (${found} found)` : `No results found for "${query.trim()}"`
}

/** Returns the ids of the terms whose name or short definition contains the query. */
export function findTerms(terms: readonly Term[], query: string): Set<string> {
  return new Set(
    terms.filter((one) => holds(one.term, query) || holds(one.shortDefinition, query)).map((one) => one.id),
  )
}

/** Returns the message of the glossary about the result of a search. */
export const termSearchText = (found: number): string => `${found} term${found === 1 ? '' : 's'} found`
