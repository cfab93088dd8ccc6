import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { usePageData } from '../../app/page-data.ts'

/**
 * A form around buttons that are named `item`. Without JavaScript the browser submits the form, and the
 * server responds with the formats of the item whose button was pressed.
 * @param link the link of the post or list
 */
export function ItemForm({
  link,
  className,
  children,
}: {
  link: string
  className?: string
  children: ReactNode
}) {
  const { base } = usePageData()
  const { pathname } = useLocation()
  return (
    <form action={base + pathname} method="get" className={className}>
      <input type="hidden" name="go" value="1" />
      <input type="hidden" name="url" value={link} />
      {children}
    </form>
  )
}

type ButtonProps = {
  item: number
  onItem: (item: number) => void
  className?: string | undefined
  isShown?: boolean
  isDisabled?: boolean
  children: ReactNode
}

export function ItemButton({ item, onItem, className, isShown, isDisabled, children }: ButtonProps) {
  return (
    <button
      type="submit"
      name="item"
      value={item}
      className={className}
      aria-current={isShown ? 'true' : undefined}
      disabled={isDisabled}
      onClick={(event) => {
        event.preventDefault()
        onItem(item)
      }}
    >
      {children}
    </button>
  )
}
