import { useTexts } from '../../app/texts.ts'
import type { VideoInfo } from '#contract/api.ts'
import { usePageData } from '../../app/page-data.ts'
import { Icon } from '../../parts/icon.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import css from './result-link.module.css'

export function ResultLink({ info }: { info: VideoInfo }) {
  const { origin, base } = usePageData()
  const texts = useTexts('result')
  // Only what would end the parameter is escaped, so that the link stays readable.
  const link = `${origin}${base}/?url=${info.source_url.replaceAll(/[%&#+]/g, encodeURIComponent)}`
  return (
    <details className={css.fold}>
      <summary>
        <Icon name="copy" /> {texts.link}
      </summary>
      <div className={css.share}>
        <input
          aria-label={texts.link}
          dir="ltr"
          readOnly
          value={link}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton text={link} />
      </div>
    </details>
  )
}
