import { useLocation } from 'react-router'
import { useLastChoice } from './last-choice.ts'
import { requestedByPage, type RequestedFormat } from './requested-format.ts'

/** What the page's title promises ("YouTube to MP3"), else the kind of file that was chosen last. */
export function useWanted(): { wanted: RequestedFormat | null; isPromised: boolean } {
  const promised = requestedByPage(useLocation().pathname)
  const last = useLastChoice()
  return { wanted: promised ?? last, isPromised: promised !== null }
}
