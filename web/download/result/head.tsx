import { useSay, useTexts } from '../../app/texts.ts'
import { useState, type ReactNode } from 'react'
import type { VideoInfo } from '#contract/api.ts'
import { inBrand } from '#contract/brand-platforms.ts'
import { platformOf } from '#contract/platforms/index.ts'
import { useBrand } from '../../app/page-data.ts'
import { durationText, siteName } from '../../content/display.ts'
import { Glyph, Icon } from '../../parts/icon.tsx'
import { ItemTitle } from '../../parts/item-title.tsx'
import { isPicture } from '../format-name.ts'
import css from './panel.module.css'

export function Thumbnail({ info, children }: { info: VideoInfo; children?: ReactNode }) {
  const [isMissing, setIsMissing] = useState(false)
  const id = platformOf(new URL(info.source_url))?.id
  const isVideo = info.formats.some((one) => !one.is_audio_only && !isPicture(one))
  return (
    <div className={`${css.thumb} ${isVideo ? '' : css.whole}`}>
      {info.thumbnail_url && !isMissing ? (
        <img src={info.thumbnail_url} alt="" width="640" height="360" onError={() => setIsMissing(true)} />
      ) : (
        <span className={css.blank}>
          {id ? (
            <Glyph id={id} />
          ) : (
            <Icon name={info.formats.some((one) => !one.is_audio_only) ? 'play' : 'sound'} />
          )}
        </span>
      )}
      {info.duration ? <span className={css.badge}>{durationText(info.duration)}</span> : null}
      {children}
    </div>
  )
}

/** X and Bandcamp begin a title with its maker, who stands in the next line. */
const titleOf = ({ title, uploader }: VideoInfo): string =>
  uploader && title.startsWith(`${uploader} - `) ? title.slice(uploader.length + 3) : title

/** Returns series, season and number of an episode as one text. Unknown values are left out. */
function useEpisodeText(info: VideoInfo): string {
  const texts = useTexts('result')
  const say = useSay()
  const { series, uploader, season_number: season, episode_number: episode } = info
  return [
    series !== uploader && series,
    season && say(texts.season, { season: String(season) }),
    episode && say(texts.episode, { episode: String(episode) }),
  ]
    .filter(Boolean)
    .join(', ')
}

export function Facts({ info, children }: { info: VideoInfo; children?: ReactNode }) {
  const source = new URL(info.source_url)
  const owner = platformOf(source)
  const brand = useBrand()
  const platform = owner && inBrand(brand, owner)
  const facts = [info.uploader, useEpisodeText(info)].filter(Boolean)
  return (
    <div className={css.facts}>
      <ItemTitle
        key={info.title}
        as="h2"
        id="result"
        className={css.title}
        tabIndex={-1}
        title={titleOf(info)}
        isMeasured
      />
      <p className={css.by}>
        {platform && <Glyph id={platform.id} />}
        <span>
          {platform?.displayName ?? siteName(source)}
          {facts.map((fact) => (
            <span key={fact}>
              {' '}
              <span aria-hidden="true">/</span> <bdi>{fact}</bdi>
            </span>
          ))}
        </span>
      </p>
      {children && <p className={css.count}>{children}</p>}
    </div>
  )
}

/** A show or playlist: its cover and its own title. Its episodes have theirs. */
export function ListHead({ info, children }: { info: VideoInfo; children: ReactNode }) {
  const [isMissing, setIsMissing] = useState(false)
  const { cover_url, list_title, series, title } = info
  const hasCover = cover_url && !isMissing
  return (
    <div className={`${css.top} ${css.plain} ${hasCover ? css.list : ''}`}>
      {hasCover && <img src={cover_url} alt="" width="96" height="96" onError={() => setIsMissing(true)} />}
      <Facts
        info={{
          ...info,
          title: list_title ?? series ?? title,
          series: null,
          season_number: null,
          episode_number: null,
        }}
      >
        {children}
      </Facts>
    </div>
  )
}
