import type { ComponentProps, MouseEvent, ReactNode, Ref } from 'react'
import type { Format, VideoInfo } from '#contract/api.ts'
import { usePageData } from '../../app/page-data.ts'
import { Icon } from '../../parts/icon.tsx'
import { plainLink } from '../plain-link.ts'
import { useNames } from '../use-names.ts'

type Props = {
  info: VideoInfo
  format: Format
  icon: ComponentProps<typeof Icon>['name']
  isMain?: boolean
  ref?: Ref<HTMLAnchorElement>
  onStart: (format: Format) => void
  children: ReactNode
}

const isPlainPress = (event: MouseEvent): boolean =>
  !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey

/** A link that also works without JavaScript. With JavaScript the panel makes and saves the file. */
export function SaveButton({ info, format, icon, isMain, ref, onStart, children }: Props) {
  const { origin } = usePageData()
  const nameOf = useNames()
  return (
    <a
      ref={ref}
      className={`btn ${isMain ? 'btn-fill' : 'btn-line'}`}
      href={plainLink(format, nameOf(info, format), origin)}
      onClick={(event) => {
        if (!isPlainPress(event)) return
        event.preventDefault()
        onStart(format)
      }}
    >
      <Icon name={icon} />
      <span>{children}</span>
    </a>
  )
}
