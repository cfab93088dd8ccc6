import { useEffect, useState } from 'react'
import { platformOf } from '#contract/platforms/index.ts'
import { useBrand, usePageData } from '../app/page-data.ts'
import { siteName } from '../content/display.ts'
import { Fold } from '../parts/fold.tsx'
import { Icon } from '../parts/icon.tsx'
import { Backdrop } from '../preview/backdrop.tsx'
import { hasPlaylistName } from '../preview/hls.ts'
import { proxied, readPreview, type Media, type PreviewLink } from '../preview/link.ts'
import { Picture, Player } from '../preview/player.tsx'
import { posterPath } from '../preview/poster.ts'
import { Run } from '../preview/status-panel.tsx'
import { Screen } from '../preview/screen.tsx'
import { Ticket } from '../preview/file-panel.tsx'
import { playerPath, usePreview, type Preview } from '../preview/use-preview.ts'
import css from './preview.module.css'

/** What plays now, or null. A playlist that someone is watching goes on when the file is ready. */
function playing({ state, link }: Preview, isWatching: boolean): { src: string; isPlaylist: boolean } | null {
  const target = link?.target
  if (!target || target.kind === 'refused') return null
  const through = (media: Media) => proxied(media, link.filename, location.origin)
  if (target.kind === 'ticket') {
    const plays = state.step === 'processing' ? state.plays : state.step === 'ready' && isWatching
    if (target.play && plays) return { src: through(target.play), isPlaylist: true }
    return state.step === 'ready' ? { src: playerPath(state.file), isPlaylist: false } : null
  }
  if (state.step !== 'direct') return null
  const src = state.way === 'source' ? target.media.url : through(target.media)
  return { src, isPlaylist: hasPlaylistName(target.media.url) }
}

/** "Preview | Vimeo | Coastline"; the percentage shows in the tab of a visitor who is elsewhere. */
function useTitle({ state }: Preview, words: PreviewLink) {
  const { name } = useBrand().branding
  const owner = words.sourceUrl ? platformOf(new URL(words.sourceUrl)) : undefined
  const site = owner?.displayName ?? (words.sourceUrl ? siteName(words.sourceUrl) : name)
  const percent = state.step === 'processing' ? Math.floor(state.progress.percent) : null
  const title =
    percent === null
      ? `Preview | ${site} | ${words.title}`
      : `Processing | ${site} | ${percent}% ${words.title}`
  useEffect(() => {
    document.title = title
  }, [title])
}

/** The preview of one file: made, played, saved. Same geometry in every state. */
export function Page() {
  const { search, origin } = usePageData()
  const drawn = readPreview(search, '', origin)
  const preview = usePreview(drawn)
  const words = preview.link ?? drawn
  const [isWatching, setIsWatching] = useState(false)
  const what = playing(preview, isWatching)
  const [lost, setLost] = useState<string | null>(null)
  const named = preview.link?.poster ? posterPath(preview.link.poster) : null
  const poster = named === lost ? null : named
  const giveUp = () => {
    // A playlist that ends after its file was made gives way to the file.
    const hasFile = what?.isPlaylist && preview.state.step === 'ready'
    setIsWatching(false)
    if (!hasFile) preview.unplayable()
  }
  useTitle(preview, words)
  return (
    <main id="main" className={`wrap ${css.page}`}>
      <a className={css.back} href={words.sourceUrl ? `/?url=${encodeURIComponent(words.sourceUrl)}` : '/'}>
        <Icon name="back" /> New download
      </a>
      <h1 tabIndex={-1}>{search ? words.title : 'Preview'}</h1>
      <div className={css.stage}>
        <div>
          <Screen
            state={preview.state}
            isPicture={words.isPicture}
            backdrop={
              poster && (
                <Backdrop key={poster} src={poster} isAudio={words.isAudio} onLost={() => setLost(poster)} />
              )
            }
          >
            {what && words.isPicture && (
              <Picture key={what.src} src={what.src} title={words.title} onUnplayable={giveUp} />
            )}
            {what && !words.isPicture && (
              <Player
                key={what.src}
                {...what}
                title={words.title}
                poster={poster}
                isAudio={words.isAudio}
                onPlay={() => setIsWatching(what.isPlaylist)}
                onUnplayable={giveUp}
              />
            )}
          </Screen>
          <Run preview={preview} words={words} />
        </div>
        <Ticket preview={preview} words={words} />
      </div>
      <Fold />
      <noscript>
        <p>This page makes and plays a file, which needs JavaScript.</p>
      </noscript>
    </main>
  )
}
