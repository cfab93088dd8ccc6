import { readPreview, type PreviewLink } from './link.ts'

/** Where the link of a preview is kept. */
export type LinkPlace = {
  /** The hook opens the link when the id changes. Null: there is no link yet. */
  id: string | null
  read: () => PreviewLink
  replace: (address: URL) => void
}

export const addressBar: LinkPlace = {
  id: 'address bar',
  read: () => readPreview(location.search, location.hash, location.origin),
  replace: (address) => history.replaceState(history.state, '', address),
}
