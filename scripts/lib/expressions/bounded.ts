/** Expressions that cost more than their text is long, by what keeps their text short. */
export const bounded: Record<string, string> = {
  [String.raw`/<(\w+)>(.*?)<\/\1>/`]: 'our own texts',
  '/<link [^>]* disabled>/g': 'our own page',
  [String.raw`/<script [^>]*>.*?<\/script>|<link rel="(?:modulepreload|canonical)"[^>]*>/gs`]: 'our own page',
  [String.raw`/<title>.*?<\/title>/s`]: 'our own page',
  [String.raw`/\s*\|\s*(Podcast on )?Spotify$/i`]: 'the title of a page, cut at 1,000 characters',
  [String.raw`/^(.+?)\s+[·•]\s+Episode$/is`]: 'the description of a page, cut at 1,000 characters',
  [String.raw`/filename\*?=[^;]*\.([a-z\d]{2,4})"?\s*(?:;|$)/i`]: 'a header, cut at 1,000 characters',
  [String.raw`/\[([^\]]+)\]/g`]: 'fifty times of LRC, matched before',
  [String.raw`/^[^\s@<>"']+@[^\s@<>"']+\.[^\s@<>"']+$/`]: 'an address of the operator',
  [String.raw`/\s*[\t\r\n]\s*/g`]: 'a paste of at most 8,192 characters',
  [String.raw`/^https?:\/\/[^\s?#<>"]+\/[^?#<>"]*$/iu`]: 'a paste of at most 8,192 characters',
  '/[_~]+$/': 'a paste of at most 8,192 characters',
  [String.raw`/^\/(?<place>[^/?#]+\.[^/?#]+\/.+)$/`]: 'the path of a link of at most 2,048 characters',
  '/(?:%0[9ad]|%20|%e2%80%8b)+$/i': 'a link of at most 2,048 characters',
}
