export type Question = { question: string; answer: string }
export type Blurb = { title: string; text: string }

/** The words of a platform's page, given by a file of `platforms/`. */
export type PlatformCopy = {
  /** Below the heading; may follow the alias the visitor came by. */
  intro: (path: string) => string
  /** Forms of link that are taken, as examples. */
  linkForms: readonly string[]
  /** Said plainly beside the form: DRM, logins, what the site often refuses. */
  notice?: string
  features: readonly Blurb[]
  tips: readonly string[]
  questions: readonly Question[]
  /** A section of its own, where a platform needs one. */
  about?: { title: string; paragraphs: readonly string[]; lang?: string }
}
