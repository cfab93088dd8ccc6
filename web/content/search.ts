import type { Parts } from '#texts/parts.ts'
import { unmarked } from '#texts/say.ts'

type HelpCategories = Parts['pages/help']['categories']
type Terms = Parts['pages/glossary']['terms']

const holds = (text: string, query: string) =>
  unmarked(text).toLowerCase().includes(query.trim().toLowerCase())

/** The keys of the questions that a query finds, as `start/0`. Null without a query. */
export function findQuestions(categories: HelpCategories, query: string): Set<string> | null {
  if (!query.trim()) return null
  return new Set(
    Object.entries(categories).flatMap(([id, { questions }]) =>
      questions.flatMap(({ question, answer }, item) =>
        holds(question, query) || holds(answer, query) ? [`${id}/${item}`] : [],
      ),
    ),
  )
}

export function findTerms(terms: Terms, query: string): Set<string> {
  return new Set(
    Object.entries(terms)
      .filter(([, { term, short }]) => holds(term, query) || holds(short, query))
      .map(([id]) => id),
  )
}
