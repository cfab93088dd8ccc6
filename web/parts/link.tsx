import type { ComponentProps } from 'react'
import { useHref, useLinkClickHandler } from 'react-router'

type Props = Omit<ComponentProps<'a'>, 'href' | 'target'> & { to: string }

/** The `Link` of React Router brings along the prefetching of its framework, which this site does not use. */
export function Link({ to, onClick, ...rest }: Props) {
  const href = useHref(to)
  const follow = useLinkClickHandler(to)
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented) follow(event)
      }}
    />
  )
}
