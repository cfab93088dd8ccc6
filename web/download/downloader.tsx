import { lazy, Suspense, type ReactNode } from 'react'
import type { Platform } from '#contract/platforms/platform.ts'
import { useDownload } from './use-download.ts'
import css from './downloader.module.css'
import { RulerDivider } from '../parts/ruler.tsx'
import { Slot } from './link-form.tsx'
import { Wave } from './wave.tsx'

const Result = lazy(() => import('./result.tsx').then((m) => ({ default: m.Result })))

type Props = {
  heading: ReactNode
  lede: string
  action: string
  platform?: Platform
  isEager?: boolean
  children?: ReactNode
}

/** The tool itself, the same on every page that has it: words, form, and below it what the form found. */
export function Downloader({ heading, lede, action, platform, isEager = false, children }: Props) {
  const download = useDownload(platform)
  const { state } = download
  return (
    <>
      <div className={css.hero}>
        <section className={`wrap ${css.inner}`} aria-labelledby="page-title">
          <div className={css.top}>
            <h1 id="page-title" tabIndex={-1}>
              {heading}
            </h1>
            <p className={css.lede}>{lede}</p>
            <Wave />
          </div>
          <Slot download={download} action={action} isEager={isEager} {...(platform && { platform })} />
          {children}
        </section>
        <div className="wrap">
          <RulerDivider />
        </div>
      </div>
      {state.step === 'done' && (
        <div className={`wrap ${css.result}`}>
          <Suspense>
            <Result info={state.info} onItem={(item) => download.submit(state.url, item)} />
          </Suspense>
        </div>
      )}
    </>
  )
}
