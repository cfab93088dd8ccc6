// A link that another part of the site hands to the form, in sessionStorage. Links of other sites can fill in
// the form with `?url=`, but they cannot write this entry, so only the site itself starts a request.

export const HANDED_LINK = 'handedLink'

/** Lets the next page of this tab submit this link without a press. */
export function handLink(link: string): void {
  try {
    sessionStorage.setItem(HANDED_LINK, link)
  } catch {
    // The browser blocks its storage: the next page only fills in the link.
  }
}

/** The link that was handed over, or null. It can be taken once. */
export function takeHandedLink(): string | null {
  try {
    const link = sessionStorage.getItem(HANDED_LINK)
    sessionStorage.removeItem(HANDED_LINK)
    return link
  } catch {
    return null // The browser blocks its storage.
  }
}
