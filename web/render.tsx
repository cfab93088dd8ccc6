import { renderToReadableStream } from 'react-dom/server.edge'
import { StaticRouter } from 'react-router'
import type { PublicHealth } from '#contract/api.ts'
import type { Brand } from '#contract/brand.ts'
import { figures } from '#texts/figures.ts'
import type { Tag } from '#texts/languages.ts'
import type { PartName } from '#texts/parts.ts'
import { baseOf, languagePathOf } from '#texts/brand-languages.ts'
import { headsIn, marksIn, offersBeside, textsOf, textsReadBy } from './every-text.ts'
import type { FailureCode } from '#contract/failure.ts'
import type { Assets } from './document/assets.ts'
import { documentOf } from './document/document.ts'
import { makingMeta, missingMeta, problemMeta } from './routing/meta.ts'
import type { AnsweredForm } from './download/form/answer-form.ts'
import { loadResult } from './download/result/load-result.tsx'
import { MakingPage, type Making } from './app/making.tsx'
import { PageDataContext, type PageData } from './app/page-data.ts'
import { Root } from './app/root.tsx'
import { Shell } from './app/shell.tsx'
import { plainPath, type PageMeta, type PageRow, type Speaker } from './routing/page.ts'
import { pageIn, placeAt, sourcesAt } from './routing/routes.ts'
import { shownPlatforms } from './app/brand-platforms.ts'

export type { Making } from './app/making.tsx'
export { answerForm } from './download/form/answer-form.ts'
export { refusalTexts, labelTexts, shortcutsIn, sloganIn } from './every-text.ts'
export { pageFileAt, pathsOf } from './routing/routes.ts'

/** Default number of seconds for which finished files are kept. */
const DEFAULT_RETENTION_SECONDS = 3_600

export type RenderInput = {
  /** For `/preview` it includes the query, because the HTML shows the title that the query contains. */
  path: string
  brand: Brand
  assets: Assets
  origin: string
  indexable: boolean
  /** The failure that is shown instead of the page. */
  problem?: { status: number; code: FailureCode; message: string }
  /**
   * The task that `MakingPage` shows to browsers without JavaScript. The document with this page has no
   * scripts.
   */
  making?: Making
  /**
   * The form that the browser submitted without JavaScript or before hydration, with its result
   * (`answerForm`).
   */
  form?: AnsweredForm | undefined
  /** The language of a page that is not in the index of search engines, if its path has no prefix. */
  wanted?: Tag
  /** What the address of the page puts into the field of its form. */
  filled?: string | undefined
  /** The home page marks its platforms with it, and the status page shows it. */
  health?: PublicHealth
  isForeign?: boolean
  isOwnPreview?: boolean
  /** Seconds after which finished files are deleted. */
  retentionSeconds?: number
}

const noNews = (): PublicHealth => ({ at: Date.now(), faults: [], platforms: {} })

const hashes = new Map<string, Promise<string>>()

/**
 * Returns the hash that allows an inline style or script in the CSP (`'sha256-…'`). The result is cached,
 * because all pages of a brand share most of them.
 */
function hashOf(text: string): Promise<string> {
  let hash = hashes.get(text)
  if (!hash) {
    hash = crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)).then((digest) => {
      return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`
    })
    if (hashes.size > 500) hashes.clear()
    hashes.set(text, hash)
  }
  return hash
}

function metaOf(
  { problem, making }: RenderInput,
  speaker: Speaker,
  page: PageRow | null,
  path: string,
): PageMeta {
  if (problem) return problemMeta(speaker, problem)
  if (making) return makingMeta(speaker)
  return page ? page.meta(speaker, plainPath(path)) : missingMeta(speaker)
}

/** Returns its status, its HTML, and the CSP hashes of its inline styles and scripts. */
export async function render(
  input: RenderInput,
): Promise<{ status: number; html: string; styleHashes: string[]; scriptHashes: string[] }> {
  const { path, brand, assets, origin, form, problem, making } = input
  const cut = path.indexOf('?')
  const [pathname, search] = cut < 0 ? [path, ''] : [path.slice(0, cut), path.slice(cut)]
  const place = languagePathOf(brand, pathname)
  const isOwnPath = place.base === ''
  const page = problem || making ? null : pageIn({ brand, language: place.language }, place.path)
  const isHidden = problem || making || form || !page || page.file === 'preview'
  const language = (isOwnPath && isHidden && input.wanted) || place.language
  const retentionSeconds = input.retentionSeconds ?? DEFAULT_RETENTION_SECONDS
  const speaker: Speaker = { brand, language, heads: headsIn(language) }
  const meta = metaOf(input, speaker, page, place.path)
  const used = new Set<PartName>()
  const data: PageData = {
    brand,
    language,
    base: baseOf(brand, language),
    isAtBase: baseOf(brand, language) === place.base,
    offers: offersBeside(brand, language),
    texts: textsReadBy(language, used),
    textFiles: assets.texts,
    origin,
    shown: shownPlatforms(brand),
    place:
      problem || making
        ? { path: plainPath(place.path), file: 'not-found', title: meta.title }
        : placeAt(speaker, place.path),
    search,
    retentionSeconds,
    retention: figures(language).span(retentionSeconds),
    ...(page?.file === 'status' && { health: input.health ?? noNews() }),
    ...(input.isForeign && { isForeign: true }),
    ...(input.isOwnPreview && { isOwnPreview: true }),
    form,
    problem,
  }
  const hasResult = form?.state.step === 'done'
  if (hasResult) await loadResult()
  const stream = await renderToReadableStream(
    <StaticRouter location={pathname} basename={place.base || '/'}>
      {making ? (
        <PageDataContext value={data}>
          <Shell place={data.place}>
            <MakingPage making={making} />
          </Shell>
        </PageDataContext>
      ) : (
        <Root data={data} />
      )}
    </StaticRouter>,
    // React writes the whole page as one piece of HTML. To join several pieces, React would need inline
    // scripts, and the CSP forbids inline scripts.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  )
  await stream.allReady
  const { html, styles, inlineScripts } = documentOf({
    speaker,
    path: place.path,
    meta,
    assets,
    filled: form ? undefined : input.filled,
    marks: page?.file === 'home' ? marksIn(language, input.health) : [],
    isIndexable: input.indexable && meta.isIndexable,
    body: await new Response(stream).text(),
    data: making ? null : { ...data, texts: textsOf(language, used) },
    sources:
      problem || making
        ? []
        : [...sourcesAt(place.path), ...(hasResult ? ['web/download/result/result.tsx'] : [])],
  })
  return {
    status: problem?.status ?? (page || making ? 200 : 404),
    html,
    styleHashes: await Promise.all(styles.map(hashOf)),
    scriptHashes: await Promise.all(inlineScripts.map(hashOf)),
  }
}
