/**
 * Where the texts of each language have a sentence, such as `failures.special.own_link`. `values` replace the
 * names in braces, and `found` is another text, which replaces `{found}`.
 */
export type Wording = { text: string; values?: Readonly<Record<string, string>>; found?: string }

/** A sentence in English, and where the other languages have it. */
export type Told = { message: string; wording: Wording }

export const told = (message: string, text: string, more: Omit<Wording, 'text'> = {}): Told => ({
  message,
  wording: { text, ...more },
})
