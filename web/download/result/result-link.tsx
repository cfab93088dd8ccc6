import { useTexts } from '../../app/texts.ts'
import type { VideoInfo } from '#contract/api.ts'
import { usePageData } from '../../app/page-data.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import css from './result-link.module.css'

export function ResultLink({ info }: { info: VideoInfo }) {
  const { origin, base } = usePageData()
  // Only what would end the parameter is escaped, so that the link stays readable.
  const link = `${origin}${base}/?url=${info.source_url.replaceAll(/[%&#+]/g, encodeURIComponent)}`
  return (
    <div className={css.share}>
      <label htmlFor="share-link">{useTexts('result').link}</label>
      <input
        id="share-link"
        dir="ltr"
        readOnly
        value={link}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton text={link} />
    </div>
  )
}
