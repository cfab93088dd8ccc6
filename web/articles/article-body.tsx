import { lazy, Suspense } from 'react'
import type { Block } from '../content/prose.ts'
import { Prose } from './prose.tsx'

/** Loads an article as a separate chunk, so that a page loads only the articles that it shows. */
const body = (load: () => Promise<{ article: readonly Block[] }>) =>
  lazy(async () => {
    const { article } = await load()
    return { default: () => <Prose blocks={article} isFirst /> }
  })

const Formats = body(() => import('../content/articles/formats.ts'))
const Law = body(() => import('../content/articles/law.ts'))
const Comparison = body(() => import('../content/articles/comparison.ts'))

export function ArticleBody({ id }: { id: number }) {
  return (
    <Suspense>
      {id === 1 && <Formats />}
      {id === 2 && <Law />}
      {id === 3 && <Comparison />}
    </Suspense>
  )
}
