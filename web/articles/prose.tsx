import { Fragment } from 'react'
import type { Block, Run, Text } from '../content/prose.ts'
import { Fold } from '../parts/fold.tsx'
import { Link } from '../parts/link.tsx'
import css from './prose.module.css'

function One({ run }: { run: Run }) {
  if (typeof run === 'string') return run
  if ('strong' in run) return <strong>{run.strong}</strong>
  return run.to.startsWith('/') ? <Link to={run.to}>{run.link}</Link> : <a href={run.to}>{run.link}</a>
}

export function RichText({ text }: { text: Text }) {
  if (typeof text === 'string') return text
  // The text never changes, so the index of a part is a stable React key.
  return text.map((run, at) => <One key={at} run={run} />)
}

function Piece({ block, level }: { block: Block; level: 2 | 3 }) {
  const Heading = level === 2 ? 'h2' : 'h3'
  if (block.kind === 'heading') return <Heading>{block.text}</Heading>
  if (block.kind === 'paragraph')
    return (
      <p>
        <RichText text={block.text} />
      </p>
    )
  const List = ({ list: 'ul', steps: 'ol' } as const)[block.kind]
  return (
    <List>
      {block.items.map((item, place) => (
        <li key={place}>
          <RichText text={item} />
        </li>
      ))}
    </List>
  )
}

type Props = {
  blocks: readonly Block[]
  level?: 2 | 3
  isFirst?: boolean
}

export function Prose({ blocks, level = 2, isFirst = false }: Props) {
  return (
    <div className={css.prose}>
      {blocks.map((block, at) => (
        <Fragment key={at}>
          <Piece block={block} level={level} />
          {isFirst && at === 0 && <Fold />}
        </Fragment>
      ))}
    </div>
  )
}
