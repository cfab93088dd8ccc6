export type Question = { question: string; answer: string }
export type Blurb = { title: string; text: string }

/** The texts of a platform's page. Each file in `platforms/` exports a `copy` of this type. */
export type PlatformCopy = {
  /** Returns the text below the heading. The text may depend on the path under which the page is opened. */
  intro: (path: string) => string
  /** Examples of accepted links. */
  linkForms: readonly string[]
  /** A note below the form about DRM, logins, or a site that often refuses requests. */
  notice?: string
  features: readonly Blurb[]
  tips: readonly string[]
  questions: readonly Question[]
  /**
   * The texts of this page in a second language. The items of each list have the same order as in the English
   * list.
   */
  translation?: {
    lang: string
    /** A text below the form that explains how to use the form. */
    form: string
    linkForms: readonly string[]
    tips: readonly string[]
    questions: readonly Question[]
  }
  /** An additional section after the examples of accepted links. */
  about?: { title: string; paragraphs: readonly string[]; lang?: string }
}
