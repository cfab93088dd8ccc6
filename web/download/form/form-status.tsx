import { useEffect, useState } from 'react'
import { spanText } from '../../content/display.ts'
import type { Platform } from '#contract/platforms/platform.ts'
import type { DownloadState } from '../machine.ts'
import type { OtherPage } from './accept.ts'
import { usePageData } from '../../app/page-data.ts'
import { Icon } from '../../parts/icon.tsx'
import { Link } from '../../parts/link.tsx'
import css from './link-form.module.css'

type Failed = Extract<DownloadState, { step: 'failed' }>

function reportMail(email: string, url: string, message: string): string {
  const body = `Link: ${url}\nMessage: ${message}\n\nWhat happened:\n`
  return `mailto:${email}?subject=${encodeURIComponent('A link that failed')}&body=${encodeURIComponent(body)}`
}

/**
 * A merger that already runs usually responds within this many milliseconds. A merger that has to start takes
 * longer.
 */
const SLOW_MS = 6_000

/** Returns whether `isLoading` has been true for at least `SLOW_MS` milliseconds. */
function useIsSlow(isLoading: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    if (!isLoading) return
    const timer = setTimeout(() => setIsSlow(true), SLOW_MS)
    return () => {
      clearTimeout(timer)
      setIsSlow(false)
    }
  }, [isLoading])
  return isSlow
}

/** One line on a phone, so that the result below does not move. */
const SLOW_TEXT = 'Taking longer than usual, up to a minute.'

type Props = {
  id: string
  /** The path of the page. */
  action: string
  state: DownloadState
  platform: Platform | undefined
  hint: string | null
  onOther: (page: OtherPage) => void
  /** Empties the field. */
  onNew: () => void
}

type FaultProps = { fault: Failed } & Pick<Props, 'action' | 'platform' | 'onOther' | 'onNew'>

function Fault({ fault, action, platform, onOther, onNew }: FaultProps) {
  const { brand } = usePageData()
  const { message, url, isReportable, other } = fault
  return (
    <>
      <Icon name="warning" />
      <p>
        {platform && <strong>{platform.errorTitle}</strong>}
        {message}{' '}
        {url && isReportable && <a href={reportMail(brand.contact.email, url, message)}>Report this link</a>}
        {other && (
          <span className={css.other}>
            This link is from {other.name}.{' '}
            {/* With JavaScript, a click shows the formats on this page. Without JavaScript, a click submits
                the link to the other page. */}
            <a
              href={`${other.path}?url=${encodeURIComponent(other.link)}&go=1`}
              onClick={(event) => {
                event.preventDefault()
                onOther(other)
              }}
            >
              Get its formats
            </a>
          </span>
        )}
        {url && (
          <a
            className={`btn btn-line ${css.again}`}
            href={action}
            onClick={(event) => {
              event.preventDefault()
              onNew()
            }}
          >
            Try another link
          </a>
        )}
      </p>
    </>
  )
}

export function FormStatus({ id, action, state, platform, hint, onOther, onNew }: Props) {
  const { retentionSeconds } = usePageData()
  const fault = state.step === 'failed' ? state : null
  const isBusy = state.step === 'loading'
  const isSlow = useIsSlow(isBusy)
  // On a page with `autoStart`, the form submits the link in the URL automatically. On such a page, this text
  // contains the name of the platform.
  const busyText = platform?.autoStart
    ? `Processing your ${platform.displayName} link. This takes a few seconds.`
    : 'Finding formats. This can take a few seconds.'
  const busyLine = isSlow ? SLOW_TEXT : busyText
  const line = isBusy ? busyLine : hint
  return (
    <div className={css.foot} id={id}>
      <div role="alert" className={fault ? css.fault : undefined}>
        {fault && <Fault fault={fault} action={action} platform={platform} onOther={onOther} onNew={onNew} />}
      </div>
      {/* This live region is always rendered, because screen readers announce only live regions that are in
          the page from the start. */}
      <p role="status" className={line ? undefined : 'vh'}>
        {line}
      </p>
      {!fault && !line && (
        <p>
          By continuing you accept the <Link to="/terms-of-service">Terms of Service</Link>.
        </p>
      )}
      <p>Files are deleted within {spanText(retentionSeconds)}.</p>
    </div>
  )
}
