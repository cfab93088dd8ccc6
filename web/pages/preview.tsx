import { useEffect, useState } from 'react'
import { platformOf } from '#contract/platforms/index.ts'
import { useBrand, usePageData } from '../app/page-data.ts'
import { siteName } from '../content/display.ts'
import { Fold } from '../parts/fold.tsx'
import { Icon } from '../parts/icon.tsx'
import { ItemTitle } from '../parts/item-title.tsx'
import { Backdrop } from '../preview/backdrop.tsx'
import { hasPlaylistName } from '../preview/hls.ts'
import { proxied, readPreview, type Media, type PreviewLink } from '../preview/link.ts'
import { fileOf } from '../preview/machine.ts'
import { Picture, Player } from '../preview/player.tsx'
import { posterPath } from '../preview/poster.ts'
import { useReadyNotice } from '../preview/use-ready-notice.ts'
import { StatusPanel } from '../preview/panels/status-panel.tsx'
import { Screen } from '../preview/screen.tsx'
import { FilePanel } from '../preview/panels/file-panel.tsx'
import { playerPath, usePreview, type Preview } from '../preview/use-preview.ts'
import css from './preview.module.css'

function playerSource(
  { state, link }: Preview,
  isWatching: boolean,
): { src: string; isPlaylist: boolean } | null {
  const target = link?.target
  if (!target || target.kind === 'refused') return null
  const proxyUrl = (media: Media) => proxied(media, link.filename, location.origin)
  if (target.kind === 'ticket') {
    const plays = state.step === 'processing' ? state.plays : state.step === 'ready' && isWatching
    if (target.play && plays) return { src: proxyUrl(target.play), isPlaylist: true }
    return state.step === 'ready' ? { src: playerPath(state.file), isPlaylist: false } : null
  }
  if (state.step !== 'direct') return null
  const src = state.from === 'source' ? target.media.url : proxyUrl(target.media)
  return { src, isPlaylist: hasPlaylistName(target.media.url) }
}

function useTitle({ state }: Preview, link: PreviewLink) {
  const { name } = useBrand().branding
  const owner = link.sourceUrl ? platformOf(new URL(link.sourceUrl)) : undefined
  const site = owner?.displayName ?? (link.sourceUrl ? siteName(link.sourceUrl) : name)
  const percent = state.step === 'processing' ? Math.floor(state.progress.percent) : null
  const isUnseen = useReadyNotice(fileOf(state) !== null, link.title)
  const title =
    percent === null
      ? `${isUnseen ? '✓ ' : ''}Preview | ${site} | ${link.title}`
      : `Processing | ${site} | ${percent}% ${link.title}`
  useEffect(() => {
    document.title = title
  }, [title])
}

export function Page() {
  const { search, origin, isForeign = false, isOwnPreview = false } = usePageData()
  const rendered = readPreview(search, '', origin)
  const preview = usePreview(rendered, { isForeign, isOwnPreview })
  const link = preview.link ?? rendered
  const [isWatching, setIsWatching] = useState(false)
  const source = playerSource(preview, isWatching)
  const [brokenPoster, setBrokenPoster] = useState<string | null>(null)
  const posterUrl = preview.link?.poster ? posterPath(preview.link.poster) : null
  const poster = posterUrl === brokenPoster ? null : posterUrl
  const giveUp = () => {
    const hasFile = source?.isPlaylist && preview.state.step === 'ready'
    // The player could not play its source. If this source was the playlist of the merge, and the file is
    // ready, the player plays the file next.
    setIsWatching(false)
    if (!hasFile) preview.unplayable()
  }
  useTitle(preview, link)
  return (
    <main id="main" className={`wrap ${css.page}`}>
      <a className={css.back} href={link.sourceUrl ? `/?url=${encodeURIComponent(link.sourceUrl)}` : '/'}>
        <Icon name="back" /> New download
      </a>
      <ItemTitle as="h1" tabIndex={-1} title={search ? link.title : 'Preview'} />
      {search && !isOwnPreview && (
        <p className={css.shared}>Shared file. The title comes from the link that you opened.</p>
      )}
      <div className={css.stage}>
        <div>
          <Screen
            state={preview.state}
            isPicture={link.isPicture}
            backdrop={
              poster && (
                <Backdrop
                  key={poster}
                  src={poster}
                  isAudio={link.isAudio}
                  onLost={() => setBrokenPoster(poster)}
                />
              )
            }
          >
            {source && link.isPicture && (
              <Picture key={source.src} src={source.src} title={link.title} onUnplayable={giveUp} />
            )}
            {source && !link.isPicture && (
              <Player
                key={source.src}
                {...source}
                title={link.title}
                poster={poster}
                isAudio={link.isAudio}
                onPlay={() => setIsWatching(source.isPlaylist)}
                onUnplayable={giveUp}
              />
            )}
          </Screen>
          <StatusPanel preview={preview} link={link} />
        </div>
        <FilePanel preview={preview} link={link} />
      </div>
      <Fold />
      <noscript>
        <p>This page makes and plays a file, which needs JavaScript.</p>
      </noscript>
    </main>
  )
}
