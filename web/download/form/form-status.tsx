import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { spanText } from '../../content/display.ts'
import type { Platform } from '#contract/platforms/platform.ts'
import type { DownloadState } from '../machine.ts'
import { usePageData } from '../../app/page-data.ts'
import { Icon } from '../../parts/icon.tsx'
import css from './link-form.module.css'

/** A `mailto:` link for a report. Its body contains the link that failed and the message. */
function reportMail(email: string, url: string, message: string): string {
  const body = `Link: ${url}\nMessage: ${message}\n\nWhat happened:\n`
  return `mailto:${email}?subject=${encodeURIComponent('A link that failed')}&body=${encodeURIComponent(body)}`
}

/** A machine that runs answers within this time as a rule; a start takes longer. */
const SLOW_MS = 6_000

/** Whether `isLoading` has been true for longer than a machine that runs needs. */
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

/** The line below the form: a note about the terms, or the message of a failure. */
export function FormStatus({
  id,
  state,
  platform,
}: {
  id: string
  state: DownloadState
  platform: Platform | undefined
}) {
  const { brand, retentionSeconds } = usePageData()
  const fault = state.step === 'failed' ? state : null
  // This page submits the link of its URL without a press, so it shows that a request is running.
  const isBusy = state.step === 'loading' && platform?.autoStart
  const isSlow = useIsSlow(state.step === 'loading')
  return (
    <div className={css.foot} id={id}>
      <div role="alert" className={fault ? css.fault : undefined}>
        {fault && (
          <>
            <Icon name="warning" />
            <p>
              {platform && <strong>{platform.errorTitle}</strong>}
              {fault.message}{' '}
              {fault.url && (
                <a href={reportMail(brand.contact.email, fault.url, fault.message)}>Report this link</a>
              )}
            </p>
          </>
        )}
      </div>
      {isBusy && <p role="status">Processing your {platform.displayName} link. This takes a few seconds.</p>}
      <div role="status">
        {isSlow && (
          <p>
            This takes longer than usual. Our machine may have to start first, which takes up to a minute.
          </p>
        )}
      </div>
      {!fault && !isBusy && (
        <p>
          By continuing you accept the <Link to="/terms-of-service">Terms of Service</Link>.
        </p>
      )}
      <p>Files are deleted within {spanText(retentionSeconds)}.</p>
    </div>
  )
}
