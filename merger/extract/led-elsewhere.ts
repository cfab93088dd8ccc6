/** Thrown instead of an extraction: the link only leads to this one, which has its own exits and shares. */
export class LedElsewhere extends Error {
  readonly link: string

  constructor(link: string) {
    super('the link leads elsewhere')
    this.link = link
  }
}
