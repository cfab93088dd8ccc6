import { useEffect, useRef, useState } from 'react'
import type { VideoInfo } from '#contract/api.ts'
import { cut, durationText, siteName } from '../../content/display.ts'
import { platformOf } from '#contract/platforms/index.ts'
import { usePageData } from '../../app/page-data.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { BestPick } from './best-pick.tsx'
import { Entries } from './entries.tsx'
import { FormatList } from './format-list.tsx'
import { Glyph, Icon } from '../../parts/icon.tsx'
import { ItemButton, ItemForm } from './item-form.tsx'
import { ItemTitle } from '../../parts/item-title.tsx'
import css from './result.module.css'

const DESCRIPTION_LENGTH = 150
const SCROLL_TO_RESULT_MS = 500

function Thumbnail({ info, id }: { info: VideoInfo; id: string | undefined }) {
  const [isMissing, setIsMissing] = useState(false)
  return (
    <div className={css.thumb}>
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
    </div>
  )
}

/** Returns series, season and number of an episode as one text. Unknown values are left out. */
function episodeText({ series, season_number: season, episode_number: episode }: VideoInfo): string {
  return [series, season && `Season ${season}`, episode && `Episode ${episode}`].filter(Boolean).join(', ')
}

type Props = {
  info: VideoInfo
  link: string
  fault?: string | undefined
  onItem: (item: number) => void
}

function ItemButtons({ info, link, onItem }: Omit<Props, 'fault'>) {
  if (!info.part) return null
  const { index, total } = info.part
  if (total === 1) return null
  return (
    <nav aria-label="Items of this post">
      <ItemForm link={link} className={css.parts}>
        <ItemButton className="btn btn-line" isDisabled={index <= 1} item={index - 1} onItem={onItem}>
          Previous
        </ItemButton>
        <span>{total ? `Item ${index} of ${total}` : `Item ${index}`}</span>
        <ItemButton
          className="btn btn-line"
          isDisabled={Boolean(total && index >= total)}
          item={index + 1}
          onItem={onItem}
        >
          Next
        </ItemButton>
      </ItemForm>
    </nav>
  )
}

export function Result({ info, link, fault, onItem }: Props) {
  const { origin } = usePageData()
  const panel = useRef<HTMLElement>(null)
  const source = new URL(info.source_url)
  const platform = platformOf(source)
  const share = `${origin}/?url=${encodeURIComponent(info.source_url)}`
  const episode = episodeText(info)
  const hasFormats = info.formats.length > 0
  // If none of the first items of a list could be extracted, the response has no formats, and the panel shows
  // the error of the response. The visitor can then select one of the other items.
  const message =
    fault ?? (hasFormats ? null : `${info.part ? `Item ${info.part.index}: ` : ''}${info.error}`)

  useEffect(() => {
    const timer = setTimeout(
      () => panel.current?.scrollIntoView({ behavior: 'smooth', block: 'nearest' }),
      SCROLL_TO_RESULT_MS,
    )
    return () => clearTimeout(timer)
  }, [])

  return (
    <section className={css.sheet} ref={panel} aria-labelledby="result">
      <p className="vh" role="status">
        {hasFormats && `${info.formats.length} formats found for ${info.title}`}
      </p>
      <div className={css.head}>
        <Thumbnail key={info.thumbnail_url} info={info} id={platform?.id} />
        <div className={css.facts}>
          <ItemTitle as="h2" id="result" tabIndex={-1} title={info.title} />
          <p className={css.by}>
            {platform && <Glyph id={platform.id} />} {platform?.displayName ?? siteName(source)}
            {info.uploader && (
              <>
                {' '}
                <span aria-hidden="true">/</span> <bdi>{info.uploader}</bdi>
              </>
            )}
          </p>
          {episode && (
            <p className={css.by} dir="auto">
              {episode}
            </p>
          )}
          {info.description && (
            <p className={css.description} dir="auto">
              {cut(info.description, DESCRIPTION_LENGTH)}
            </p>
          )}
          <div className={css.share}>
            <label className="vh" htmlFor="share-link">
              Link to this result
            </label>
            <input id="share-link" readOnly value={share} onFocus={(event) => event.currentTarget.select()} />
            <CopyButton text={share} />
          </div>
        </div>
      </div>
      <p role="alert" className={message ? css.notice : undefined}>
        {message}
      </p>
      <Entries info={info} link={link} onItem={onItem} />
      {hasFormats && <ItemButtons info={info} link={link} onItem={onItem} />}
      {info.notice && <p className={css.notice}>{info.notice}</p>}
      {hasFormats && <BestPick info={info} />}
      {hasFormats && <FormatList info={info} />}
    </section>
  )
}
