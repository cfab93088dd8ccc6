import type { ReactNode } from 'react'
import type { Platform } from '#contract/platforms/platform.ts'
import { usePageData } from '../app/page-data.ts'
import { RulerDivider } from '../parts/ruler.tsx'
import css from './downloader.module.css'
import { LinkForm } from './form/link-form.tsx'
import { isResultLoaded, LoadedLinks, LoadedResult } from './result/load-result.tsx'
import type { DownloadState } from './machine.ts'
import { ResultFrame } from './result/result-frame.tsx'
import { useDownload, type Download } from './use-download.ts'
import { Wave } from './result/wave.tsx'

type Props = {
  heading: ReactNode
  lede: string
  action: string
  platform?: Platform
  /** What the empty field shows. */
  example?: string
  autoStart?: boolean
  /** Stands below the form until a result does. */
  children?: ReactNode
}

const isSent = (state: DownloadState): boolean =>
  state.step === 'loading' ||
  state.step === 'done' ||
  state.step === 'links' ||
  (state.step === 'failed' && state.url !== undefined)

/**
 * Before the response arrives, an outline reserves its space. After a failure the space stays empty, so that
 * the page does not move.
 */
function Panel({ download }: { download: Download }) {
  const { state, submit } = download
  if (state.step === 'links') return <LoadedLinks pasted={state} onClear={download.clear} />
  const isLoading = state.step === 'loading'
  const info = state.step === 'done' ? state.info : isLoading ? state.from : undefined
  if (!info || !isResultLoaded() || (state.step !== 'done' && !isLoading))
    return <ResultFrame isBusy={state.step !== 'failed'} />
  const { url } = state
  return (
    <LoadedResult
      info={info}
      link={url}
      fault={state.step === 'done' ? state.fault : undefined}
      isLoading={isLoading}
      saves={state.step === 'done' && state.saves === true}
      onItem={(item) => submit(url, { item })}
      onInfo={download.renew}
    />
  )
}

export function Downloader(props: Props) {
  const { heading, lede, action, platform, example, autoStart = false, children } = props
  const { base } = usePageData()
  const download = useDownload(platform)
  const hasPanel = isSent(download.state)
  return (
    <>
      <div className={hasPanel ? css.compact : css.hero}>
        <section className={`wrap ${css.inner}`} aria-labelledby="page-title">
          <div className={hasPanel ? 'vh' : css.top}>
            <h1 id="page-title" tabIndex={-1}>
              {heading}
            </h1>
            <p className={css.lede}>{lede}</p>
            <Wave />
          </div>
          <LinkForm
            download={download}
            action={base + action}
            example={example}
            autoStart={autoStart}
            {...(platform && { platform })}
          />
          {!hasPanel && children}
        </section>
        {!hasPanel && (
          <div className="wrap">
            <RulerDivider />
          </div>
        )}
      </div>
      {hasPanel && (
        <div className={`wrap ${css.result}`}>
          <Panel download={download} />
        </div>
      )}
    </>
  )
}
