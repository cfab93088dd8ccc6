import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { clockText } from '#contract/clip.ts'
import { bitrateText, durationText, siteName, sizeText } from '../../content/display.ts'
import type { Proof } from '#contract/engine/merge.ts'
import { codecName } from '#contract/codecs/codecs.ts'
import { Icon } from '../../parts/icon.tsx'
import { AppHint, FileName, PhotosButton, ToPhoneButton } from './extras.tsx'
import { downloadHref } from '../file-path.ts'
import { kindOf, type PreviewLink } from '../link.ts'
import { fileOf, type MadeFile } from '../machine.ts'
import { ShareButton } from './share-button.tsx'
import css from './file-panel.module.css'
import { noteDownload } from '../note-download.ts'
import { noteSaved } from '../save-when-ready.ts'
import { useDownloadCheck } from '../use-download-check.ts'
import type { Preview } from '../use-preview.ts'

/**
 * The size and the resolution are those of the finished file if they are known, and otherwise those in the
 * preview link. The bitrate comes from the preview link, or from the finished file if the link contains no
 * bitrate.
 */
export function factsOf(link: PreviewLink, file: MadeFile | null): [string, string][] {
  const proof = file?.proof
  const soundNote = link.is_audio
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
  const checked = proof
    ? `${partOf(proof)}, ${durationText(proof.duration)} (${codecs.join(' + ')})`
    : 'after processing'
  const resolution = proof?.width && proof.height ? sizeOf(proof) : link.resolution
  const bitrate = link.bitrate ?? averageKbps(file)
  return [
    ['Format', `${kindOf(link) || 'File'}${soundNote}`],
    ...(link.is_audio ? [] : [['Resolution', resolution ?? 'unknown'] as [string, string]]),
    ...(link.isPicture ? [] : [['Bitrate', bitrate ? bitrateText(bitrate) : 'unknown'] as [string, string]]),
    ['Size', size ? sizeText(size) : 'unknown'],
    ...(link.subtitles ? [['Subtitles', textOf(proof)] as [string, string]] : []),
    ...(link.target?.kind === 'ticket' ? [['Checked', checked] as [string, string]] : []),
    ...(proof?.left_out
      ? [['Left out', `${durationText(proof.left_out)} of advertising in another form`] as [string, string]]
      : []),
  ]
}

const sizeOf = ({ width, height, instead_of }: Proof) =>
  `${width} × ${height}${instead_of ? `, because the parts of ${instead_of}p can’t be joined` : ''}`

const partOf = ({ begins_at }: Proof) =>
  begins_at === undefined ? 'complete' : `from ${clockText(Math.round(begins_at * 10) / 10)}`

const textOf = (proof: MadeFile['proof'] | undefined): string => {
  if (!proof) return 'after processing'
  return proof.subtitles ? 'in the file, off at first' : 'none could be read'
}

/** Returns the average bitrate of a finished file in kilobits per second, or null if it is unknown. */
function averageKbps(file: MadeFile | null): number | null {
  return file?.size && file.proof?.duration ? (file.size * 8) / 1_000 / file.proof.duration : null
}

/** The stored URL has no fragment, because the grants in the fragment expire soon. */
const addressHere = () => location.pathname + location.search

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
        void noteDownload(link, addressHere())
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
  const canMake =
    link?.target?.kind === 'ticket' || (link?.target?.kind === 'media' && link.source_url !== null)
  const isFailed = state.step === 'failed'
  if (state.step === 'expired' || state.step === 'cancelled' || (isFailed && canMake)) {
    const waits = isFailed && state.waitsFor !== null
    const label =
      state.step === 'expired' ? 'Make it again' : state.step === 'cancelled' ? 'Start again' : 'Try again'
    return (
      <button type="button" className="btn btn-fill" onClick={waits ? preview.keepWaiting : make}>
        <Icon name="again" /> {waits ? 'Keep waiting' : label}
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
  const source = link.source_url ? new URL(link.source_url) : null
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
        onSaved={() => void noteDownload(preview.link, addressHere())}
      />
      <p role="alert" className={problem ? css.refused : 'vh'}>
        {problem}
      </p>
      <p role="status" className={isByPage ? css.saving : 'vh'}>
        {isByPage && 'Your download has started. Nothing? Press Download.'}
      </p>
      <dl hidden={!link.target}>
        {factsOf(state.step === 'expired' ? { ...link, filesize: null } : link, fileOf(state)).map(
          ([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              {/* If the text changed inside one element, browsers would count a layout shift. */}
              <dd key={value}>{value}</dd>
            </div>
          ),
        )}
        {link.filename && (
          <div className={css.name}>
            <dt>File name</dt>
            <dd>
              <FileName link={link} onName={setFilename} />
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
