import { kindOf, type PreviewLink } from './link.ts'

/** @param preview the path of the file's preview, without the fragment */
export async function noteDownload(link: PreviewLink | null, preview: string): Promise<void> {
  try {
    const { recordDownload } = await import('./record-download.ts')
    recordDownload(link, link && kindOf(link), preview)
  } catch (cause) {
    console.warn('Site data is blocked or full: this download is not in the list.', cause)
  }
}
