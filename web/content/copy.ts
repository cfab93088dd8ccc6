export type Question = { question: string; answer: string }
export type Blurb = { title: string; text: string }

/** The texts of a platform's page. Each file of `platforms/` exports one as `copy`. */
export type PlatformCopy = {
  /** The text below the heading, which may depend on the alias path of the page. */
  intro: (path: string) => string
  /** Examples of accepted links. */
  linkForms: readonly string[]
  /** A note below the form about DRM, logins and frequent refusals of the site. */
  notice?: string
  features: readonly Blurb[]
  tips: readonly string[]
  questions: readonly Question[]
  /** The form's hint and the lists in a second language, in the order of the English ones. */
  translation?: {
    lang: string
    /** Shown above the form: how to use it. */
    form: string
    linkForms: readonly string[]
    tips: readonly string[]
    questions: readonly Question[]
  }
  /** An extra section. */
  about?: { title: string; paragraphs: readonly string[]; lang?: string }
}
