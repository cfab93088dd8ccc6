import type { Format, VideoInfo } from '#contract/api.ts'
import { Icon } from '../../parts/icon.tsx'
import { isMadeMp3 } from '../choice/requested-format.ts'
import { groupOf } from '../format-name.ts'
import { FormatRow, Mp3Row } from './format-row.tsx'
import css from './format-list.module.css'

const GROUPS = ['Video with sound', 'Video without sound', 'Image', 'Animated GIF', 'Audio only']

function Group({ name, info, formats }: { name: string; info: VideoInfo; formats: readonly Format[] }) {
  const mp3s = formats.filter(isMadeMp3)
  // A single MP3 conversion is listed as an ordinary row. Several conversions share one row.
  const rows = mp3s.length > 1 ? formats.filter((one) => !isMadeMp3(one)) : formats
  return (
    <div className={css.group}>
      <h3>{name}</h3>
      <ul aria-label={name}>
        {rows.map((format) => (
          <li key={format.key + format.url}>
            <FormatRow info={info} format={format} />
          </li>
        ))}
        {mp3s.length > 1 && (
          <li>
            <Mp3Row info={info} formats={mp3s} />
          </li>
        )}
      </ul>
    </div>
  )
}

/** The list of all formats. It is collapsed until the visitor opens it, and works without JavaScript. */
export function FormatList({ info }: { info: VideoInfo }) {
  const { formats } = info
  return (
    <details className={css.all}>
      <summary>
        {formats.length === 1 ? 'The only format' : `All ${formats.length} formats`}
        <Icon name="down" />
      </summary>
      {GROUPS.map((name) => {
        const group = formats.filter((one) => groupOf(one) === name)
        return group.length > 0 && <Group key={name} name={name} info={info} formats={group} />
      })}
    </details>
  )
}
