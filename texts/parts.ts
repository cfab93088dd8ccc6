import type { texts as blog } from './en/pages/blog.ts'
import type { texts as policy } from './en/pages/policy.ts'
import type { texts as failures } from './en/failures.ts'
import type { texts as files } from './en/files.ts'
import type { texts as heads } from './en/heads.ts'
import type { texts as labels } from './en/labels.ts'
import type { texts as links } from './en/links.ts'
import type { texts as notice } from './en/notice.ts'
import type { texts as offline } from './en/offline.ts'
import type { texts as preview } from './en/preview.ts'
import type { texts as recent } from './en/recent.ts'
import type { texts as result } from './en/result.ts'
import type { texts as cookies } from './en/pages/cookies.ts'
import type { texts as glossary } from './en/pages/glossary.ts'
import type { texts as guide } from './en/pages/guide.ts'
import type { texts as help } from './en/pages/help.ts'
import type { texts as home } from './en/pages/home.ts'
import type { texts as send } from './en/pages/send.ts'
import type { texts as status } from './en/pages/status.ts'
import type { texts as tray } from './en/tray.ts'
import type { texts as ui } from './en/ui.ts'
import type { texts as watch } from './en/watch.ts'
import type { Tag } from './languages.ts'
import type { In } from './shape.ts'

export type Question = { readonly question: string; readonly answer: string }
type Blurb = { readonly title: string; readonly text: string }

/** What stands on the page of a platform, whichever it is. */
export type PlatformTexts = {
  readonly intro: string
  /** Only in a language that has addresses with words in them, such as `youtube-to-mp3`. */
  readonly intros?: Readonly<Record<string, string>>
  /** Examples of links, each with an explanation after " – " where it needs one. */
  readonly linkForms: readonly string[]
  readonly notice?: string
  readonly features: readonly Blurb[]
  readonly tips: readonly string[]
  readonly questions: readonly Question[]
  readonly about?: { readonly title: string; readonly paragraphs: readonly string[] }
}

/** A translation of the texts of a platform. */
export type PlatformIn<L extends Tag, English> = In<L, Omit<English, 'intros'>>

/**
 * The files of a language, as a page loads them. The English texts are the types of all languages: the names
 * in braces in them are the values that `say` asks for.
 */
export type Parts = {
  ui: typeof ui
  'pages/blog': typeof blog
  'pages/policy': typeof policy
  failures: typeof failures
  files: typeof files
  heads: typeof heads
  labels: typeof labels
  links: typeof links
  notice: typeof notice
  offline: typeof offline
  preview: typeof preview
  recent: typeof recent
  result: typeof result
  tray: typeof tray
  watch: typeof watch
  'pages/cookies': typeof cookies
  'pages/glossary': typeof glossary
  'pages/guide': typeof guide
  'pages/help': typeof help
  'pages/home': typeof home
  'pages/send': typeof send
  'pages/status': typeof status
} & { [Name in `platforms/${string}`]: PlatformTexts }

export type PartName = keyof Parts
