import { useState } from 'react'
import type { Entry, VideoInfo } from '#contract/api.ts'
import { safeFileName } from '#contract/filename.ts'
import { usePageData } from '../../app/page-data.ts'
import { durationText, siteName } from '../../content/display.ts'
import { Icon } from '../../parts/icon.tsx'
import css from './entries.module.css'
import { ItemButton, ItemForm } from './item-form.tsx'
import { SavePictures } from './save-pictures.tsx'
import type { PictureEntry } from './zip-pictures.ts'

const KINDS = { video: 'Video', audio: 'Audio', image: 'Picture' } as const
const kindText = ({ kind }: Entry) => (kind ? KINDS[kind] : 'Item')
const isPicture = (entry: Entry): entry is PictureEntry => entry.picture !== undefined

/**
 * The name consists of our host, the host of the source, the title and `suffix`, for example
 * `clips.example_vimeo.com_Title_3.jpg`.
 */
function nameOf(origin: string, info: VideoInfo, suffix: string, ext: string): string {
  const title = Array.from(info.title).slice(0, 80).join('')
  const stem = [new URL(origin).hostname, siteName(info.source_url), title.replaceAll('/', ''), suffix].join(
    '_',
  )
  return safeFileName(`${stem}.${ext}`, ext)
}

/** `total` is null if the site does not report how many items the list has. */
function countText(listed: number, total: number | null): string {
  if (total === listed) return `${listed} items`
  return total === null ? `The first ${listed} items` : `The first ${listed} of ${total} items`
}

function Thumbnail({ entry }: { entry: Entry }) {
  const [isMissing, setIsMissing] = useState(false)
  return (
    <span className={css.thumb}>
      {entry.thumbnail_url && !isMissing ? (
        <img
          src={entry.thumbnail_url}
          alt=""
          width="320"
          height="180"
          loading="lazy"
          decoding="async"
          onError={() => setIsMissing(true)}
        />
      ) : (
        <Icon name={entry.kind === 'audio' ? 'sound' : 'play'} />
      )}
      {entry.duration ? <span className={css.badge}>{durationText(entry.duration)}</span> : null}
    </span>
  )
}

type CardProps = { entry: Entry; isShown: boolean; save: string; onItem: (item: number) => void }

function Card({ entry, isShown, save, onItem }: CardProps) {
  const { index, title, picture } = entry
  const size = picture?.width && picture.height ? `${picture.width} × ${picture.height}` : null
  return (
    <li className={css.card}>
      <ItemButton item={index} isShown={isShown} onItem={onItem}>
        <Thumbnail key={entry.thumbnail_url} entry={entry} />
        <span className={css.text}>
          <span className={css.kind}>
            {index}. {kindText(entry)}
            {size && ' '}
            {size && <span className={css.size}>{size}</span>}
            {isShown && ', shown below'}
          </span>{' '}
          {title && (
            <span className={css.title} dir="auto">
              {title}
            </span>
          )}
        </span>
      </ItemButton>
      {picture && (
        <a
          className={css.save}
          href={`${picture.url}&${new URLSearchParams({ filename: save }).toString()}`}
          download={save}
          aria-label={`Save picture ${index}${size ? `, ${size}` : ''} ${picture.ext.toUpperCase()}`}
        >
          Save {picture.ext.toUpperCase()}
        </a>
      )}
    </li>
  )
}

export function Entries({
  info,
  link,
  onItem,
}: {
  info: VideoInfo
  link: string
  onItem: (item: number) => void
}) {
  const { origin } = usePageData()
  const { entries = [], part, formats } = info
  if (entries.length < 2) return null
  const pictures = entries.filter(isPicture)
  const isList = entries.every(({ kind }) => kind === 'audio')
  return (
    <section className={css.entries} aria-labelledby="entries">
      <h3 id="entries">
        {countText(entries.length, part?.total ?? null)}
        <span className={css.hint}> Pick one to see its formats.</span>
      </h3>
      {pictures.length > 1 && (
        <SavePictures pictures={pictures} name={nameOf(origin, info, 'pictures', 'zip')} />
      )}
      <ItemForm link={link}>
        <ol className={isList ? css.list : css.grid} aria-label="Items">
          {entries.map((entry) => (
            <Card
              key={entry.index}
              entry={entry}
              isShown={formats.length > 0 && entry.index === part?.index}
              save={nameOf(origin, info, String(entry.index), entry.picture?.ext ?? 'jpg')}
              onItem={onItem}
            />
          ))}
        </ol>
      </ItemForm>
    </section>
  )
}
