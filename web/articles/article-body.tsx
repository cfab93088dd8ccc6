import { lazy, Suspense, type ComponentProps } from 'react'
import type { Block } from '../content/prose.ts'
import { Prose } from './prose.tsx'

type Props = Omit<ComponentProps<typeof Prose>, 'blocks'>

/** Loads an article as a separate chunk, so that a page loads only the articles that it shows. */
const body = (load: () => Promise<{ article: readonly Block[] }>) =>
  lazy(async () => {
    const { article } = await load()
    return { default: (props: Props) => <Prose blocks={article} {...props} /> }
  })

const Formats = body(() => import('../content/articles/formats.ts'))
const Law = body(() => import('../content/articles/law.ts'))
const Comparison = body(() => import('../content/articles/comparison.ts'))

export function ArticleBody({ id, ...props }: Props & { id: number }) {
  return (
    <Suspense>
      {id === 1 && <Formats {...props} />}
      {id === 2 && <Law {...props} />}
      {id === 3 && <Comparison {...props} />}
    </Suspense>
  )
}
