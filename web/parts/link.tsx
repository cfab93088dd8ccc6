import type { ComponentProps } from 'react'
import { useHref, useLinkClickHandler } from 'react-router'
import { usePageData } from '../app/page-data.ts'

type Props = Omit<ComponentProps<'a'>, 'href' | 'target'> & { to: string }

/** The `Link` of React Router brings along the prefetching of its framework, which this site does not use. */
export function Link({ to, onClick, ...rest }: Props) {
  const { base, isAtBase } = usePageData()
  const href = useHref(to)
  const follow = useLinkClickHandler(to)
  const isInside = isAtBase || to.startsWith('#')
  return (
    <a
      {...rest}
      href={isInside ? href : base + to}
      onClick={(event) => {
        onClick?.(event)
        if (isInside && !event.defaultPrevented) follow(event)
      }}
    />
  )
}
