export type Question = { question: string; answer: string }
export type Blurb = { title: string; text: string }

export type PlatformCopy = {
  intro: (path: string) => string
  linkForms: readonly string[]
  notice?: string
  features: readonly Blurb[]
  tips: readonly string[]
  questions: readonly Question[]
  translation?: {
    lang: string
    form: string
    linkForms: readonly string[]
    tips: readonly string[]
    questions: readonly Question[]
  }
  about?: { title: string; paragraphs: readonly string[]; lang?: string }
}
