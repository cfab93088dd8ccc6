import type { Markup } from '../html/markup.ts'

/** Class names of `<blockquote>` elements that scripts of X, TikTok and Instagram replace with a post. */
const EMBED_CLASSES = /\b(?:twitter-tweet|tiktok-embed|instagram-media)\b/
const MAX_POSTS = 20

/** The links of posts of other sites that a page shows. */
export const postsOf = (page: Markup): (string | undefined)[] =>
  page
    .all('blockquote')
    .slice(0, MAX_POSTS)
    .filter((quote) => EMBED_CLASSES.test(quote.get('class') ?? ''))
    .flatMap((quote) => {
      const anchors = page.inside(quote).filter(({ name }) => name === 'a')
      return [quote.get('cite'), quote.get('data-instgrm-permalink'), anchors.at(-1)?.get('href')]
    })
