import type { Format, VideoInfo } from '#contract/api.ts'
import { paths } from '#contract/paths.ts'
import { usePageData } from '../../app/page-data.ts'
import { directLink } from '../../preview/write-link.ts'
import { fileNameOf } from '../file-name.ts'
import { buttonText, groupOf } from '../format-name.ts'
import css from './best-pick.module.css'

function makingLink(format: Format, filename: string): string {
  const [, query = ''] = format.url.split('?')
  return `${paths.make}?${query}&${new URLSearchParams({ filename }).toString()}`
}

/**
 * Links for browsers without JavaScript. Each link either saves a format, or starts a merge that makes the
 * file.
 */
export function PlainLinks({ info }: { info: VideoInfo }) {
  const { origin } = usePageData()
  return (
    <noscript>
      <div className={css.plain}>
        <p>This browser runs no JavaScript. Every format can be saved without it:</p>
        <ul aria-label="Formats that need no JavaScript">
          {info.formats.map((format) => {
            const name = fileNameOf(origin, info, format)
            const direct = directLink(format, name, origin)
            return (
              <li key={format.key ?? format.url}>
                <a href={direct ?? makingLink(format, name)}>
                  {direct ? 'Save' : 'Make'} {buttonText(format)} ({groupOf(format).toLowerCase()})
                </a>
              </li>
            )
          })}
        </ul>
      </div>
    </noscript>
  )
}
