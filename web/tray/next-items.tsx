import { MAX_ITEM } from '#contract/limits.ts'
import { useFigures } from '../app/figures.ts'
import { useSay, useTexts } from '../app/texts.ts'
import { ItemButton } from '../download/result/item-form.tsx'
import css from './find.module.css'
import type { More } from './use-more.ts'

/** Below a list: the items that follow. Without JavaScript the server lists them. */
export function NextItems({ more, isDisabled }: { more: More; isDisabled: boolean }) {
  const texts = useTexts('tray')
  const say = useSay()
  const { entries, next, isReversed, isLoading } = more
  const edge = entries.at(-1)?.index ?? 0
  return (
    <div className={css.next}>
      <ItemButton
        className="btn btn-line"
        item={isReversed ? edge - 1 : edge + 1}
        isDisabled={isDisabled || isLoading}
        onItem={more.load}
      >
        {say(texts.next, { n: next ?? 0 })}
      </ItemButton>
    </div>
  )
}

/** Why no more items have come. */
export function MoreProblem({ more }: { more: More }) {
  const { noMore, most } = useTexts('tray')
  const say = useSay()
  const figures = useFigures()
  const { problem, endsAtLimit } = more
  const limit = endsAtLimit ? say(most, { most: figures.number(MAX_ITEM) }) : null
  const told = problem ? (problem.text ?? noMore) : limit
  return (
    <p role="status" className={told ? css.problem : 'vh'}>
      {told}
    </p>
  )
}
