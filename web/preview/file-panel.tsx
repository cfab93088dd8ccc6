import { useState } from 'react'
import { bitrateText, durationText, siteName, sizeText } from '../content/display.ts'
import { codecName } from '#contract/codecs.ts'
import { platformOf } from '#contract/platforms/index.ts'
import { pageFailures } from '#contract/page-failures.ts'
import { measure } from '../privacy/analytics.ts'
import { Icon } from '../parts/icon.tsx'
import { remember } from '../recent/recent.ts'
import { AppHint, PhotosButton, ToPhoneButton } from './extras.tsx'
import { proxied, type PreviewLink } from './link.ts'
import { fileOf, type MadeFile } from './machine.ts'
import { ShareButton } from './share-button.tsx'
import css from './file-panel.module.css'
import { useDownloadCheck } from './use-download-check.ts'
import { filePath, type Preview } from './use-preview.ts'

/** The kind of file by its name: "MP4". */
export const kindOf = (link: PreviewLink): string =>
  /\.([a-z\d]{2,4})$/i.exec(link.filename)?.[1]?.toUpperCase() ?? ''

/** The platform an item came from, for the statistics: never the link. */
const ownerId = (link: PreviewLink | null): string =>
  (link?.sourceUrl && platformOf(new URL(link.sourceUrl))?.id) || 'web'

/** Where the press on Download leads, when it can lead somewhere. */
function downloadHref(preview: Preview): string | null {
  const { state, link } = preview
  const file = fileOf(state)
  if (file) return `${filePath(file.taskId)}?download=1&filename=${encodeURIComponent(link?.filename ?? '')}`
  const isOpen = state.step === 'direct' || state.step === 'unavailable'
  if (!isOpen || link?.target?.kind !== 'media') return null
  return proxied(link.target.media, link.filename, location.origin)
}

function factsOf(link: PreviewLink, file: MadeFile | null): [string, string][] {
  const proof = file?.proof
  const sound = link.isAudio
    ? ', audio only'
    : proof
      ? proof.audio_codec
        ? ', with sound'
        : ', without sound'
      : ''
  const size = file?.size ?? link.filesize
  const codecs = [proof?.video_codec, proof?.audio_codec]
    .map((codec) => codecName(codec ?? null) ?? codec)
    .filter(Boolean)
  const checked = proof ? `${codecs.join(' + ')}, ${durationText(proof.duration)}, whole` : 'once it is made'
  const seen = proof?.width && proof.height ? `${proof.width} × ${proof.height}` : link.resolution
  return [
    ['Format', `${kindOf(link) || 'File'}${sound}`],
    ...(link.isAudio ? [] : [['Resolution', seen ?? 'unknown'] as [string, string]]),
    ...(link.isPicture
      ? []
      : [['Bitrate', link.bitrate ? bitrateText(link.bitrate) : 'unknown'] as [string, string]]),
    ['Size', size ? sizeText(size) : 'unknown'],
    ...(link.target?.kind === 'ticket' ? [['Checked', checked] as [string, string]] : []),
  ]
}

/** A download has been pressed: for the statistics, and for the visitor's own list where there is one. */
function note(link: PreviewLink | null) {
  measure({ name: 'video_download', platform: ownerId(link) })
  if (!link?.sourceUrl) return
  const kind = [kindOf(link), link.resolution].filter(Boolean).join(' ')
  try {
    remember(localStorage, { title: link.title, kind, source: link.sourceUrl, at: Date.now() })
  } catch (cause) {
    console.warn('Site data is blocked or full: this download is not in the list.', cause)
  }
}

function MainButton({ preview, onRefused }: { preview: Preview; onRefused: (isRefused: boolean) => void }) {
  const { state, link, make } = preview
  const href = downloadHref(preview)
  const isFine = useDownloadCheck(href, preview.healStale)
  const kind = link ? kindOf(link) : ''
  if (href) {
    return (
      <a
        className="btn btn-fill"
        href={href}
        download={link?.filename || true}
        onClick={(event) => {
          if (!isFine) event.preventDefault()
          onRefused(!isFine)
          if (isFine) note(link)
        }}
      >
        <Icon name="save" /> Download {kind}
      </a>
    )
  }
  if (state.step === 'expired') {
    return (
      <button type="button" className="btn" disabled>
        File Expired
      </button>
    )
  }
  if (state.step === 'failed' && link?.target?.kind !== 'refused') {
    return (
      <button type="button" className="btn btn-fill" onClick={make}>
        <Icon name="again" /> Try again
      </button>
    )
  }
  if (state.step === 'no_url' || state.step === 'failed') {
    return (
      <a className="btn btn-fill" href="/">
        New download
      </a>
    )
  }
  return (
    <button type="button" className="btn" disabled>
      {state.step === 'opening' ? 'Opening...' : 'Processing...'}
    </button>
  )
}

/** Beside the screen: what the file is, and what can be done with it. `words` stand in until the page is alive. */
export function Ticket({ preview, words }: { preview: Preview; words: PreviewLink }) {
  const { state } = preview
  const [isRefused, setIsRefused] = useState(false)
  const source = words.sourceUrl ? new URL(words.sourceUrl) : null
  const isShareOff = ['processing', 'failed', 'opening', 'no_url'].includes(state.step)
  return (
    <aside className={css.ticket} aria-label="File">
      <MainButton preview={preview} onRefused={setIsRefused} />
      <div className={css.two}>
        <ShareButton link={preview.link} isOff={isShareOff} />
        <ToPhoneButton link={preview.link} isOff={isShareOff} />
      </div>
      <PhotosButton
        href={downloadHref(preview)}
        link={preview.link}
        bytes={fileOf(state)?.size ?? words.filesize}
      />
      <p role="alert" className={isRefused ? css.refused : 'vh'}>
        {isRefused && pageFailures.cannot_start}
      </p>
      <dl hidden={!words.target}>
        {factsOf(words, fileOf(state)).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            {/* A fact that becomes known is drawn anew: a longer text would begin elsewhere, which counts as moved. */}
            <dd key={value}>{value}</dd>
          </div>
        ))}
        {source && (
          <div>
            <dt>Source</dt>
            <dd>
              <a href={source.href} rel="noopener noreferrer nofollow">
                {siteName(source)}
              </a>
            </dd>
          </div>
        )}
      </dl>
      <AppHint />
    </aside>
  )
}
