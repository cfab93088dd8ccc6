import { useEffect } from 'react'
import { platformOf } from '#contract/platforms/index.ts'
import { useBrand, usePageData } from '../page-data.ts'
import { Icon } from '../parts/icon.tsx'
import { hasPlaylistName } from '../preview/hls.ts'
import { proxied, readPreview, type PreviewLink } from '../preview/link.ts'
import { Player } from '../preview/player.tsx'
import { Run } from '../preview/run.tsx'
import { Screen } from '../preview/screen.tsx'
import { Ticket } from '../preview/ticket.tsx'
import { filePath, usePreview, type Preview } from '../preview/use-preview.ts'
import css from './preview.module.css'

/** The player of whatever there is to play, or nothing. */
function playerOf(preview: Preview) {
  const { state, link } = preview
  if (!link) return null
  const { title, isAudio, filename, target } = link
  const common = { title, isAudio, onUnplayable: preview.unplayable }
  if (state.step === 'ready') {
    const src = filePath(state.file.taskId)
    return <Player key={src} src={src} isPlaylist={false} {...common} />
  }
  if (state.step !== 'direct' || !target || target.kind === 'refused') return null
  const media = target.kind === 'media' ? target.media : target.play
  if (!media) return null
  const src = state.way === 'source' ? media.url : proxied(media, filename, location.origin)
  const isPlaylist = target.kind === 'ticket' || hasPlaylistName(media.url)
  return <Player key={src} src={src} isPlaylist={isPlaylist} {...common} />
}

/** "Preview | Vimeo | Coastline"; the percentage shows in the tab of a visitor who is elsewhere. */
function useTitle({ state }: Preview, words: PreviewLink) {
  const { name } = useBrand().branding
  const owner = words.sourceUrl ? platformOf(new URL(words.sourceUrl)) : undefined
  const site =
    owner?.displayName ?? (words.sourceUrl ? new URL(words.sourceUrl).hostname.replace(/^www\./, '') : name)
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
export function PreviewPage() {
  const { search, origin } = usePageData()
  const preview = usePreview()
  const words = preview.link ?? readPreview(search, '', origin)
  useTitle(preview, words)
  return (
    <main id="main" className={`wrap ${css.page}`}>
      <a className={css.back} href={words.sourceUrl ? `/?url=${encodeURIComponent(words.sourceUrl)}` : '/'}>
        <Icon name="back" /> New download
      </a>
      <h1 tabIndex={-1}>{preview.state.step === 'opening' && !search ? 'Preview' : words.title}</h1>
      <div className={css.stage}>
        <div>
          <Screen state={preview.state}>{playerOf(preview)}</Screen>
          <Run preview={preview} />
        </div>
        <Ticket preview={preview} words={words} />
      </div>
      <noscript>
        <p>This page makes and plays a file, which needs JavaScript.</p>
      </noscript>
    </main>
  )
}
