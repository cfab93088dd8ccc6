import { useTexts } from '../app/texts.ts'
import { Glyph, Icon } from './icon.tsx'
import css from './how-it-works.module.css'

export function HowItWorks() {
  const { steps } = useTexts('pages/home')
  return (
    <ol className={css.moments}>
      <li>
        <time>0:00</time>
        <div>
          <h3>{steps.paste.title}</h3>
          <p>{steps.paste.text}</p>
          <div className={css.bit} aria-hidden="true">
            <div>
              <Glyph id="vimeo" />
              <span className={css.link}>vimeo.com/123456789</span>
              <i className={css.caret} />
            </div>
          </div>
        </div>
      </li>
      <li>
        <time>0:04</time>
        <div>
          <h3>{steps.choose.title}</h3>
          <p>{steps.choose.text}</p>
          <div className={css.bit} aria-hidden="true">
            <div className={css.chosen}>
              1080p <span>MP4, 48.2 MB</span>
            </div>
            <div>
              720p <span>MP4, 26.9 MB</span>
            </div>
            <div>
              {steps.choose.audio} <span>M4A, 3.6 MB</span>
            </div>
          </div>
        </div>
      </li>
      <li>
        <time>0:09</time>
        <div>
          <h3>{steps.download.title}</h3>
          <p>{steps.download.text}</p>
          <div className={css.bit} aria-hidden="true">
            <div>
              <Icon name="check" /> coastline_1080p.mp4 <span>48.2 MB</span>
            </div>
          </div>
        </div>
      </li>
    </ol>
  )
}
