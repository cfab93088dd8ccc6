// Key in sessionStorage for a link that comes from elsewhere on this site, for example from the list of
// recent downloads. The form submits this link automatically. Other sites can fill in the form with `?url=`,
// but they cannot write to this sessionStorage, so they cannot start a request.

export const HANDED_LINK = 'handedLink'

/** Stores a link, so that the next page of this tab submits it automatically. */
export function handLink(link: string): void {
  try {
    sessionStorage.setItem(HANDED_LINK, link)
  } catch {
    // The browser blocks sessionStorage. The next page then fills in the form with the link from `?url=`, but
    // does not submit it.
  }
}

/** Returns the stored link, or null, and removes it from the storage. */
export function takeHandedLink(): string | null {
  try {
    const link = sessionStorage.getItem(HANDED_LINK)
    sessionStorage.removeItem(HANDED_LINK)
    return link
  } catch {
    return null // The browser blocks sessionStorage, so no link is stored.
  }
}
