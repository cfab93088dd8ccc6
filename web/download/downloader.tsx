import type { ReactNode } from 'react'
import type { Platform } from '#contract/platforms/platform.ts'
import { RulerDivider } from '../parts/ruler.tsx'
import css from './downloader.module.css'
import { LinkForm } from './link-form.tsx'
import { isResultLoaded, LoadedResult } from './load-result.tsx'
import type { DownloadState } from './machine.ts'
import { ResultFrame } from './result-frame.tsx'
import { useDownload, type Download } from './use-download.ts'
import { Wave } from './wave.tsx'

type Props = {
  heading: ReactNode
  lede: string
  action: string
  platform?: Platform
  /** Whether the page submits a valid link of its address without a press. */
  autoStart?: boolean
  children?: ReactNode
}

/**
 * Whether a request was sent, so that the space of its panel is reserved until the visitor changes the text.
 */
const isSent = (state: DownloadState): boolean =>
  state.step === 'loading' || state.step === 'done' || (state.step === 'failed' && state.url !== undefined)

/**
 * The panel of formats. While it is awaited, its frame; the frame stays after a failure, so that nothing
 * moves.
 */
function Panel({ download }: { download: Download }) {
  const { state, submit } = download
  if (state.step !== 'done' || !isResultLoaded()) return <ResultFrame isBusy={state.step === 'loading'} />
  return <LoadedResult info={state.info} onItem={(item) => submit(state.url, item)} />
}

/**
 * The download tool: heading, form, and the panel of formats below it. The same on every page that has it.
 */
export function Downloader({ heading, lede, action, platform, autoStart = false, children }: Props) {
  const download = useDownload(platform)
  const hasPanel = isSent(download.state)
  return (
    <>
      <div className={css.hero}>
        <section className={`wrap ${css.inner}`} aria-labelledby="page-title">
          {/* From the press on, the heading makes room for the panel; it stays for screen readers. */}
          <div className={hasPanel ? 'vh' : css.top}>
            <h1 id="page-title" tabIndex={-1}>
              {heading}
            </h1>
            <p className={css.lede}>{lede}</p>
            <Wave />
          </div>
          <LinkForm
            download={download}
            action={action}
            autoStart={autoStart}
            {...(platform && { platform })}
          />
          {children}
        </section>
        <div className="wrap">
          <RulerDivider />
        </div>
      </div>
      {hasPanel && (
        <div className={`wrap ${css.result}`}>
          <Panel download={download} />
        </div>
      )}
    </>
  )
}
