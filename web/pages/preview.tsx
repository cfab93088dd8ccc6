import { lazy, Suspense, useEffect, useState } from 'react'
import { inBrand } from '#contract/brand-platforms.ts'
import { paths } from '#contract/paths.ts'
import { platformOf } from '#contract/platforms/index.ts'
import { useBrand, usePageData } from '../app/page-data.ts'
import { siteName } from '../content/display.ts'
import { useSay, useTexts } from '../app/texts.ts'
import { Rich } from '../parts/rich.tsx'
import { Fold } from '../parts/fold.tsx'
import { Icon } from '../parts/icon.tsx'
import { Optional } from '../parts/optional.tsx'
import { ItemTitle } from '../parts/item-title.tsx'
import { Backdrop } from '../preview/backdrop.tsx'
import { readPreview, type PreviewLink } from '../preview/link.ts'
import { fileOf } from '../preview/machine.ts'
import { posterPath } from '../preview/poster.ts'
import { useReadyNotice } from '../preview/use-ready-notice.ts'
import { StatusPanel } from '../preview/panels/status-panel.tsx'
import { Screen } from '../preview/screen.tsx'
import { FilePanel } from '../preview/panels/file-panel.tsx'
import { usePreview, type Preview } from '../preview/use-preview.ts'
import css from './preview.module.css'

const ClipPart = lazy(async () => ({ default: (await import('../preview/clip/clip-part.tsx')).ClipPart }))
const Watching = lazy(async () => ({ default: (await import('../preview/watching.tsx')).Watching }))

function useTitle({ state }: Preview, link: PreviewLink) {
  const brand = useBrand()
  const owner = link.source_url ? platformOf(new URL(link.source_url)) : undefined
  const elsewhere = link.source_url ? siteName(link.source_url) : brand.branding.name
  const site = owner ? inBrand(brand, owner).displayName : elsewhere
  const percent = state.step === 'processing' ? Math.floor(state.progress.percent) : null
  const isUnseen = useReadyNotice(fileOf(state) !== null)
  const texts = useTexts('preview')
  const say = useSay()
  const named = { site, title: link.title }
  const idle = say(isUnseen ? texts.tabReady : texts.tab, named)
  const title = percent === null ? idle : say(texts.tabBusy, { ...named, percent: String(percent) })
  useEffect(() => {
    document.title = title
  }, [title])
}

export function Page() {
  const texts = useTexts('preview')
  const { search, origin, base, isForeign = false, isOwnPreview = false } = usePageData()
  const rendered = readPreview(search, '', origin)
  const preview = usePreview(rendered, { isForeign, isOwnPreview })
  const link = preview.link ?? rendered
  const [brokenPoster, setBrokenPoster] = useState<string | null>(null)
  const posterUrl = preview.link?.poster ? posterPath(preview.link.poster) : null
  const poster = posterUrl === brokenPoster ? null : posterUrl
  useTitle(preview, link)
  return (
    <main id="main" className={`wrap ${css.page}`}>
      <a
        className={css.back}
        href={link.source_url ? `${base}/?url=${encodeURIComponent(link.source_url)}` : `${base}/`}
      >
        <Icon name="back" /> {texts.back}
      </a>
      <ItemTitle as="h1" tabIndex={-1} title={search ? link.title || texts.untitled : texts.title} />
      {search && !isOwnPreview && <p className={css.shared}>{texts.shared}</p>}
      <noscript>
        <p className={css.shared}>
          <Rich text={texts.noScript} />
        </p>
        {rendered.target?.kind === 'ticket' && (
          <a
            className="btn btn-fill"
            href={`${paths.make}?${new URLSearchParams({ task_id: rendered.target.ticket, filename: rendered.filename }).toString()}`}
          >
            {texts.make}
          </a>
        )}
      </noscript>
      <div className={css.stage}>
        <div>
          <Screen
            state={preview.state}
            isPicture={link.isPicture}
            isDirect={link.target?.kind === 'media'}
            backdrop={
              poster && (
                <Backdrop
                  key={poster}
                  src={poster}
                  isAudio={link.is_audio}
                  onLost={() => setBrokenPoster(poster)}
                />
              )
            }
          >
            {preview.link && (
              <Suspense>
                <Watching preview={preview} link={preview.link} poster={poster} />
              </Suspense>
            )}
          </Screen>
          <StatusPanel preview={preview} link={link} />
        </div>
        <FilePanel preview={preview} link={link} />
        {preview.link && (
          <Optional>
            <ClipPart link={preview.link} />
          </Optional>
        )}
      </div>
      <Fold />
    </main>
  )
}
