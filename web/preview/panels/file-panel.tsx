import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { clockText } from '#contract/clip.ts'
import type { Figures } from '#texts/figures.ts'
import type { Parts } from '#texts/parts.ts'
import type { Say } from '#texts/say.ts'
import { usePageData } from '../../app/page-data.ts'
import { useFigures } from '../../app/figures.ts'
import { useSay, useTexts } from '../../app/texts.ts'
import { durationText, siteName } from '../../content/display.ts'
import type { Proof } from '#contract/engine/merge.ts'
import { codecName } from '#contract/codecs/codecs.ts'
import { subtitleNames } from '../../content/subtitle-names.ts'
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

type FactWords = {
  texts: Parts['preview']['file']
  say: Say
  figures: Figures
}

type FileFact = [name: string, value: string]

/**
 * The size and the resolution are those of the finished file if they are known, and otherwise those in the
 * preview link. The bitrate comes from the preview link, or from the finished file if the link contains no
 * bitrate.
 */
export function factsOf(link: PreviewLink, file: MadeFile | null, words: FactWords): FileFact[] {
  const { texts, say, figures } = words
  const proof = file?.proof
  const size = file?.size ?? link.filesize
  const resolution = proof?.width && proof.height ? sizeOf(proof, words) : link.resolution
  const bitrate = link.bitrate ?? averageKbps(file)
  const hasTexts = Boolean(link.subtitles || proof?.subtitles || proof?.subtitles_left_out)
  const facts: (FileFact | false)[] = [
    [texts.format, formatText(link, proof, words)],
    !link.is_audio && [texts.resolution, resolution ?? texts.unknown],
    !link.isPicture && [texts.bitrate, bitrate ? figures.bitrate(bitrate) : texts.unknown],
    [texts.size, size ? figures.size(size) : texts.unknown],
    hasTexts && [texts.subtitles, subtitlesText(proof, words)],
    link.target?.kind === 'ticket' && [texts.checked, checkedText(proof, words)],
    Boolean(proof?.left_out) && [
      texts.leftOut,
      say(texts.leftOutText, { duration: durationText(proof?.left_out ?? 0) }),
    ],
    proof?.cover_left_out === true && [texts.cover, texts.coverLeftOut],
  ]
  return facts.filter((fact) => fact !== false)
}

type MaybeProof = MadeFile['proof'] | undefined

function formatText(link: PreviewLink, proof: MaybeProof, { texts, say }: FactWords): string {
  const format = kindOf(link) || texts.anyFormat
  if (link.is_audio) return say(texts.audioOnly, { format })
  if (!proof) return format
  return say(proof.audio_codec ? texts.withSound : texts.withoutSound, { format })
}

function sizeOf({ width, height, instead_of }: Proof, { texts, say }: FactWords): string {
  const resolution = `${width} × ${height}`
  return instead_of ? say(texts.insteadOf, { resolution, height: String(instead_of) }) : resolution
}

function checkedText(proof: MaybeProof, { texts, say }: FactWords): string {
  if (!proof) return texts.afterProcessing
  const codecs = [proof.video_codec, proof.audio_codec]
    .map((codec) => codecName(codec ?? null) ?? codec)
    .filter(Boolean)
    .join(' + ')
  const given = { duration: durationText(proof.duration), codecs }
  if (proof.begins_at === undefined) return say(texts.complete, given)
  return say(texts.from, { ...given, start: clockText(Math.round(proof.begins_at * 10) / 10) })
}

function subtitlesText(proof: MaybeProof, { texts, say, figures }: FactWords): string {
  if (!proof) return texts.afterProcessing
  const { subtitles, subtitles_left_out: lost } = proof
  if (!lost) return subtitles ? texts.subtitlesInside : texts.subtitlesNone
  if (!subtitles) return texts.subtitlesUnread
  return say(texts.subtitlesLost, { names: subtitleNames(lost, figures) })
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
  const texts = useTexts('preview').file
  const say = useSay()
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
      <Icon name="save" /> {say(texts.download, { format: link ? kindOf(link) : '' })}
    </a>
  )
}

function MainButton({ preview, onSaving }: MainButtonProps) {
  const { state, link, make } = preview
  const { base } = usePageData()
  const { run } = useTexts('result')
  const { file, make: makeLabel, back } = useTexts('preview')
  const { busy } = useTexts('ui').form
  const href = downloadHref(preview)
  if (href) return <SaveLink href={href} preview={preview} onSaving={onSaving} />
  const canMake =
    link?.target?.kind === 'ticket' || (link?.target?.kind === 'media' && link.source_url !== null)
  const isFailed = state.step === 'failed'
  if (state.step === 'expired' || state.step === 'cancelled' || (isFailed && canMake)) {
    const waits = isFailed && state.waitsFor !== null
    const label =
      state.step === 'expired' ? run.makeAgain : state.step === 'cancelled' ? file.startAgain : run.tryAgain
    return (
      <button type="button" className="btn btn-fill" onClick={waits ? preview.keepWaiting : make}>
        <Icon name="again" /> {waits ? run.keepWaiting : label}
      </button>
    )
  }
  if (state.step === 'unstarted') {
    return (
      <button type="button" className="btn btn-fill" onClick={make}>
        {makeLabel}
      </button>
    )
  }
  if (state.step === 'no_url' || state.step === 'failed') {
    return (
      <a className="btn btn-fill" href={`${base}/`}>
        {back}
      </a>
    )
  }
  return (
    <button type="button" className="btn" disabled>
      {state.step === 'opening' ? file.opening : busy}
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
  const texts = useTexts('preview').file
  const words = { texts, say: useSay(), figures: useFigures() }
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
    <aside className={css.panel} aria-label={texts.title}>
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
        {isByPage && texts.started}
      </p>
      <dl hidden={!link.target}>
        {factsOf(state.step === 'expired' ? { ...link, filesize: null } : link, fileOf(state), words).map(
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
            <dt>{texts.name}</dt>
            <dd>
              <FileName link={link} onName={setFilename} />
            </dd>
          </div>
        )}
        {source && (
          <div>
            <dt>{texts.source}</dt>
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
