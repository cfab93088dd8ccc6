/**
 * The data of an article without its text. The lists of articles and the `<head>` of the article's page use
 * this data. The text is in a separate chunk.
 */
export type Post = {
  id: number
  title: string
  excerpt: string
  category: 'Educational' | 'Legal' | 'Comparison'
  readTime: string
  /** Day of publication in ISO 8601. */
  published: string
  publishDate: string
  tags: readonly string[]
  likes: number
}

export const posts: readonly Post[] = [
  {
    id: 1,
    title: 'Video Formats Explained: Containers, Codecs and the Right Choice',
    excerpt:
      'MP4, WebM and MKV are only boxes. What is inside decides whether a file plays on your phone, opens in your editor and fits on your disk. A plain tour of formats, with a short answer for every device.',
    category: 'Educational',
    readTime: '8 min read',
    published: '2026-10-06',
    publishDate: 'October 6, 2026',
    tags: ['VideoFormats', 'Codecs', 'MP4', 'Audio'],
    likes: 125,
  },
  {
    id: 2,
    title: 'Saving Videos and the Law: Copyright, Fair Use and Common Sense',
    excerpt:
      'A public link is not a permission. What copyright protects, what fair use and private copying really cover, what platform terms add to it, and how to stay on the right side without a law degree.',
    category: 'Legal',
    readTime: '12 min read',
    published: '2026-10-20',
    publishDate: 'October 20, 2026',
    tags: ['Copyright', 'FairUse', 'CreativeCommons', 'Law'],
    likes: 256,
  },
  {
    id: 3,
    title: 'Platforms Compared: What You Can Expect to Save From Where',
    excerpt:
      'Resolution, sound, watermarks, languages, logins: every platform delivers its media in another way. What that means for the file you get, and what to do where nothing can be saved.',
    category: 'Comparison',
    readTime: '10 min read',
    published: '2026-11-03',
    publishDate: 'November 3, 2026',
    tags: ['Platforms', 'Quality', 'Podcasts', 'Comparison'],
    likes: 98,
  },
]

export function postAt(path: string): Post | undefined {
  const id = /^\/blog\/(\d{1,9})$/.exec(path)?.[1]
  return id === undefined ? undefined : posts.find((post) => post.id === Number(id))
}

export function relatedTo(post: Post): readonly Post[] {
  return posts.filter((other) => other.id !== post.id).slice(0, 2)
}
