// The data that the statistics receive.

type BlogEvent =
  | 'blog_post_like'
  | 'blog_post_unlike'
  | 'blog_post_share'
  | 'blog_post_share_success'
  | 'blog_article_click'
  | 'blog_topic_explore'
  | 'blog_post_view'

/** An event of the statistics. It never contains a pasted link, the title of an item or a file name. */
export type Measurement =
  | { name: BlogEvent; label: string }
  | { name: 'video_search' | 'video_download'; platform: string }

/** The path has no query, because the query may contain a visitor's link. */
export type View = { path: string; title: string }

/**
 * Statistics receive this path instead of an unknown path. An unknown path may contain a visitor's link or a
 * short link.
 */
export const UNKNOWN_PATH = '/404'
