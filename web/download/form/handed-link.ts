// Key in sessionStorage for a link that the visitor clicks in the list of recent downloads. The click stores
// the link under this key, and opens the home page with the same link in `?url=`. The form submits the link
// of `?url=` automatically if it equals the stored link. Another site can also open the home page with a link
// in `?url=`. But another site cannot write to the sessionStorage of this site. So the form does not submit a
// link from another site in this way.

export const HANDED_LINK = 'handedLink'

/** Stores a link, so that the next page of this tab submits it automatically. */
export function handLink(link: string): void {
  try {
    sessionStorage.setItem(HANDED_LINK, link)
  } catch {
    // If the browser blocks sessionStorage, the link is not stored. The page that opens next still fills in
    // the form with the link from `?url=`, but does not submit the form.
  }
}

export function takeHandedLink(): string | null {
  try {
    const link = sessionStorage.getItem(HANDED_LINK)
    sessionStorage.removeItem(HANDED_LINK)
    return link
  } catch {
    return null // The browser blocks sessionStorage, so no link is stored.
  }
}

// Key in sessionStorage for links that another app has shared with this tab and that are not saved yet.

const SHARED_LINKS = 'sharedLinks'

/** @returns the links that were shared before, a line each, and are not saved yet; then this one */
export function withSharedBefore(link: string): string {
  try {
    const before = sessionStorage.getItem(SHARED_LINKS)
    const all = before === null ? link : `${before}\n${link}`
    sessionStorage.setItem(SHARED_LINKS, all)
    return all
  } catch {
    return link // The browser blocks sessionStorage, so each link stands alone.
  }
}

export function forgetShared(): void {
  try {
    sessionStorage.removeItem(SHARED_LINKS)
  } catch {
    // The browser blocks sessionStorage, so no link is stored.
  }
}
