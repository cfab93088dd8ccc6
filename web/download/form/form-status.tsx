import { useEffect, useState } from 'react'
import type { Platform } from '#contract/platforms/platform.ts'
import type { DownloadState } from '../machine.ts'
import type { OtherPage } from './accept.ts'
import { usePageData } from '../../app/page-data.ts'
import { useSay, useTexts } from '../../app/texts.ts'
import { mailTo } from '../../content/mail.ts'
import { Icon } from '../../parts/icon.tsx'
import { Rich } from '../../parts/rich.tsx'
import css from './link-form.module.css'

type Failed = Extract<DownloadState, { step: 'failed' }>

function ReportLink({ link, message }: { link: string; message: string }) {
  const { brand } = usePageData()
  const texts = useTexts('ui').form
  const say = useSay()
  const body = texts.reportBody.map((line) => say(line, { link, message })).join('\n')
  return <a href={mailTo(brand.contact.email, texts.reportSubject, body)}>{texts.report}</a>
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
  /** Sends the same link again. */
  onAgain: () => void
}

type FaultProps = { fault: Failed } & Pick<Props, 'action' | 'platform' | 'onOther' | 'onNew' | 'onAgain'>

function Fault({ fault, action, platform, onOther, onNew, onAgain }: FaultProps) {
  const { base } = usePageData()
  const texts = useTexts('ui').form
  const say = useSay()
  const { message, url, isReportable, isRetryable, other } = fault
  return (
    <>
      <Icon name="warning" />
      <p>
        {platform && <strong>{say(texts.errorTitle, { platform: platform.displayName })}</strong>}
        {message} {url && isReportable && <ReportLink link={url} message={message} />}
        {other && (
          <span className={css.other}>
            {say(texts.isFrom, { site: other.name })}{' '}
            {/* With JavaScript, a click shows the formats on this page. Without JavaScript, a click submits
                the link to the other page. */}
            <a
              href={`${base}${other.path}?url=${encodeURIComponent(other.link)}&go=1`}
              onClick={(event) => {
                event.preventDefault()
                onOther(other)
              }}
            >
              {texts.getItsFormats}
            </a>
          </span>
        )}
        {url && isRetryable && (
          <button type="button" className={`btn btn-line ${css.again}`} onClick={onAgain}>
            <Icon name="again" /> {texts.tryAgain}
          </button>
        )}
        {url && !isRetryable && (
          <a
            className={`btn btn-line ${css.again}`}
            href={action}
            onClick={(event) => {
              event.preventDefault()
              onNew()
            }}
          >
            {texts.tryAnother}
          </a>
        )}
      </p>
    </>
  )
}

export function FormStatus({ id, action, state, platform, hint, ...on }: Props) {
  const { retention } = usePageData()
  const texts = useTexts('ui').form
  const say = useSay()
  const fault = state.step === 'failed' ? state : null
  const isBusy = state.step === 'loading'
  const isSlow = useIsSlow(isBusy)
  // On a page with `autoStart`, the form submits the link in the URL automatically. On such a page, this text
  // contains the name of the platform.
  const busyText = platform?.autoStart
    ? say(texts.findingOn, { platform: platform.displayName })
    : texts.finding
  // Each is one line on a phone, so that the result below does not move.
  const busyLine = isSlow ? texts.slow : busyText
  const line = isBusy ? busyLine : hint
  const hasResult = state.step === 'done' || state.step === 'links'
  return (
    <div className={hasResult || isBusy ? `${css.foot} ${css.brief}` : css.foot} id={id}>
      <div role="alert" className={fault ? css.fault : undefined}>
        {fault && <Fault fault={fault} action={action} platform={platform} {...on} />}
      </div>
      {/* This live region is always rendered, because screen readers announce only live regions that are in
          the page from the start. */}
      <p role="status" className={line ? undefined : 'vh'}>
        {line}
      </p>
      {!fault && !line && !hasResult && (
        <p>
          <Rich text={texts.terms} />
        </p>
      )}
      {!hasResult && !isBusy && <p>{say(texts.deletion, { retention })}</p>}
    </div>
  )
}
