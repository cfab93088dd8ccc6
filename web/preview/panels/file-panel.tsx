import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { bitrateText, durationText, siteName, sizeText } from '../../content/display.ts'
import { codecName } from '#contract/codecs.ts'
import { Icon } from '../../parts/icon.tsx'
import { AppHint, FileName, PhotosButton, ToPhoneButton } from './extras.tsx'
import { proxied, type PreviewLink } from '../link.ts'
import { fileOf, knownFile, type MadeFile } from '../machine.ts'
import { ShareButton } from './share-button.tsx'
import css from './file-panel.module.css'
import { noteSaved } from '../save-when-ready.ts'
import { useDownloadCheck } from '../use-download-check.ts'
import { filePath, type Preview } from '../use-preview.ts'

const kindOf = (link: PreviewLink): string =>
  /\.([a-z\d]{2,4})$/i.exec(link.filename)?.[1]?.toUpperCase() ?? ''

function downloadHref(preview: Preview): string | null {
  const { state, link } = preview
  const file = fileOf(state)
  if (file) return `${filePath(file.taskId)}?download=1&filename=${encodeURIComponent(link?.filename ?? '')}`
  const isOpen = state.step === 'direct' || state.step === 'unavailable'
  if (!isOpen || link?.target?.kind !== 'media') return null
  return proxied(link.target.media, link.filename, location.origin)
}

/**
 * The size and the resolution are those of the finished file if they are known, and otherwise those in the
 * preview link. The bitrate comes from the preview link, or from the finished file if the link contains no
 * bitrate.
 */
export function factsOf(link: PreviewLink, file: MadeFile | null): [string, string][] {
  const proof = file?.proof
  const soundNote = link.isAudio
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
  const resolution = proof?.width && proof.height ? `${proof.width} × ${proof.height}` : link.resolution
  const bitrate = link.bitrate ?? averageKbps(file)
  return [
    ['Format', `${kindOf(link) || 'File'}${soundNote}`],
    ...(link.isAudio ? [] : [['Resolution', resolution ?? 'unknown'] as [string, string]]),
    ...(link.isPicture ? [] : [['Bitrate', bitrate ? bitrateText(bitrate) : 'unknown'] as [string, string]]),
    ['Size', size ? sizeText(size) : 'unknown'],
    ...(link.target?.kind === 'ticket' ? [['Checked', checked] as [string, string]] : []),
  ]
}

/** Returns the average bitrate of a finished file in kilobits per second, or null if it is unknown. */
function averageKbps(file: MadeFile | null): number | null {
  return file?.size && file.proof?.duration ? (file.size * 8) / 1_000 / file.proof.duration : null
}

async function record(link: PreviewLink | null): Promise<void> {
  try {
    const { recordDownload } = await import('../record-download.ts')
    recordDownload(link, link && kindOf(link))
  } catch (cause) {
    console.warn('Site data is blocked or full: this download is not in the list.', cause)
  }
}

/** `problem`: a message that says why the download would fail. */
type Saving = { by: 'visitor' | 'page' } | { problem: string }

type MainButtonProps = {
  preview: Preview
  onSaving: (saving: Saving) => void
}

function SaveLink({ href, preview, onSaving }: MainButtonProps & { href: string }) {
  const { link, saving } = preview
  const anchor = useRef<HTMLAnchorElement>(null)
  const problem = useDownloadCheck(href, preview.refreshStale)
  const isMade = fileOf(preview.state) !== null
  const saveByItself = useEffectEvent(() => {
    if (!saving.isDue(isMade)) return
    if (problem) return onSaving({ problem })
    anchor.current?.click()
    onSaving({ by: 'page' })
  })
  useEffect(() => {
    if (problem !== undefined) saveByItself()
  }, [problem])
  useEffect(() => {
    // When the file becomes ready, the button that had the focus disappears. This link then gets the focus,
    // so that Enter saves the file.
    if (isMade && document.activeElement === document.body) anchor.current?.focus({ preventScroll: true })
  }, [isMade])
  return (
    <a
      ref={anchor}
      className="btn btn-fill"
      href={href}
      download={link?.filename || true}
      onClick={(event) => {
        if (problem) {
          event.preventDefault()
          return onSaving({ problem })
        }
        onSaving({ by: 'visitor' })
        noteSaved()
        void record(link)
      }}
    >
      <Icon name="save" /> Download {link ? kindOf(link) : ''}
    </a>
  )
}

function MainButton({ preview, onSaving }: MainButtonProps) {
  const { state, link, make } = preview
  const href = downloadHref(preview)
  if (href) return <SaveLink href={href} preview={preview} onSaving={onSaving} />
  if (state.step === 'expired') {
    return (
      <button type="button" className="btn" disabled>
        {state.isDeleted ? 'File Deleted' : 'File Expired'}
      </button>
    )
  }
  if (state.step === 'cancelled' || (state.step === 'failed' && link?.target?.kind !== 'refused')) {
    return (
      <button type="button" className="btn btn-fill" onClick={make}>
        <Icon name="again" /> {state.step === 'cancelled' ? 'Start again' : 'Try again'}
      </button>
    )
  }
  if (state.step === 'unstarted') {
    return (
      <button type="button" className="btn btn-fill" onClick={make}>
        Make this file
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

/**
 * The panel beside the player: the Download button, sharing, and the facts about the file.
 * @param link the preview link; it has no fragment until hydration, because the server never receives the
 *   fragment
 */
export function FilePanel({ preview, link }: { preview: Preview; link: PreviewLink }) {
  const { state } = preview
  const [saving, setSaving] = useState<Saving | null>(null)
  const [filename, setFilename] = useState('')
  // The name that the visitor types applies only to the saved file. A shared link contains the original name.
  const named = { ...preview, link: preview.link && { ...link, filename: filename || link.filename } }
  const problem = saving && 'problem' in saving && saving.problem
  const isByPage = saving && 'by' in saving && saving.by === 'page'
  const source = link.sourceUrl ? new URL(link.sourceUrl) : null
  const isShareOff = ['processing', 'cancelled', 'failed', 'opening', 'no_url', 'unstarted'].includes(
    state.step,
  )
  return (
    <aside className={css.panel} aria-label="File">
      <MainButton preview={named} onSaving={setSaving} />
      <div className={css.row}>
        <ShareButton link={preview.link} isOff={isShareOff} />
        <ToPhoneButton link={preview.link} file={fileOf(state)} isOff={isShareOff} />
      </div>
      <PhotosButton
        href={downloadHref(named)}
        link={named.link}
        bytes={fileOf(state)?.size ?? link.filesize}
        onSaved={() => void record(preview.link)}
      />
      <p role="alert" className={problem ? css.refused : 'vh'}>
        {problem}
      </p>
      <p role="status" className={isByPage ? css.saving : 'vh'}>
        {isByPage && 'Saved by itself. If you see no download, press the button.'}
      </p>
      <dl hidden={!link.target}>
        {factsOf(link, knownFile(state)).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            {/* If the text changed inside one element, browsers would count a layout shift. */}
            <dd key={value}>{value}</dd>
          </div>
        ))}
        {link.filename && (
          <div>
            <dt>File name</dt>
            <dd>
              <FileName filename={link.filename} onName={setFilename} />
            </dd>
          </div>
        )}
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
