import type { ReactNode } from 'react'
import type { Platform } from '#contract/platforms/platform.ts'
import { RulerDivider } from '../parts/ruler.tsx'
import css from './downloader.module.css'
import { LinkForm } from './form/link-form.tsx'
import { isResultLoaded, LoadedResult } from './result/load-result.tsx'
import type { DownloadState } from './machine.ts'
import { ResultFrame } from './result/result-frame.tsx'
import { useDownload, type Download } from './use-download.ts'
import { Wave } from './result/wave.tsx'

type Props = {
  heading: ReactNode
  lede: string
  action: string
  platform?: Platform
  autoStart?: boolean
  children?: ReactNode
}

const isSent = (state: DownloadState): boolean =>
  state.step === 'loading' || state.step === 'done' || (state.step === 'failed' && state.url !== undefined)

/**
 * Before the response arrives, an outline reserves its space. After a failure the space stays empty, so that
 * the page does not move.
 */
function Panel({ download }: { download: Download }) {
  const { state, submit } = download
  if (state.step !== 'done' || !isResultLoaded()) return <ResultFrame isBusy={state.step !== 'failed'} />
  const { info, url, fault } = state
  return <LoadedResult info={info} link={url} fault={fault} onItem={(item) => submit(url, { item })} />
}

export function Downloader({ heading, lede, action, platform, autoStart = false, children }: Props) {
  const download = useDownload(platform)
  const hasPanel = isSent(download.state)
  return (
    <>
      <div className={css.hero}>
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
