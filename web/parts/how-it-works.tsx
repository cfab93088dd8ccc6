import { Glyph, Icon } from './icon.tsx'
import css from './how-it-works.module.css'

export function HowItWorks() {
  return (
    <ol className={css.moments}>
      <li>
        <time>0:00</time>
        <div>
          <h3>Paste the link</h3>
          <p>
            From the address bar or an app’s share button. A whole share message works too: the link is found
            in it.
          </p>
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
          <h3>Choose a format</h3>
          <p>
            With sound, without, or the sound alone. Size and resolution stand beside each before you decide.
          </p>
          <div className={css.bit} aria-hidden="true">
            <div className={css.chosen}>
              1080p <span>MP4, 48.2 MB</span>
            </div>
            <div>
              720p <span>MP4, 26.9 MB</span>
            </div>
            <div>
              Audio <span>M4A, 3.6 MB</span>
            </div>
          </div>
        </div>
      </li>
      <li>
        <time>0:09</time>
        <div>
          <h3>Download</h3>
          <p>Look at it in the preview, then save it to your device. Our copy is deleted by itself.</p>
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
