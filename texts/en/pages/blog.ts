import type { ClaimsOf } from '../../claims.ts'

/** What stands around the articles. The articles themselves are English. */
export const texts = {
  title: 'Blog',
  lead: 'Plain articles on saving media: how formats work, what the law says, and what to expect from which platform.',
  read: 'Read Full Article',
  here: 'Read it here',
  tags: 'Tags',
  like: 'Like',
  likes: { one: 'Like, {n} like', other: 'Like, {n} likes' },
  share: 'Share',
  copied: 'Link copied to clipboard!',
  copyFailed: 'Failed to copy link.',
  explore: 'Explore More Topics',
  topics: {
    formats: { title: 'Video Formats', text: 'Containers, codecs and what plays where.' },
    legal: { title: 'Legal Guides', text: 'Copyright, fair use and licenses.' },
    platforms: { title: 'Platform Updates', text: 'What to expect from which platform.' },
    tips: { title: 'Quality Tips', text: 'Coming soon' },
  },
  askTips: 'Quality tips are covered in our video format guide. Would you like to read it?',
  yes: 'Yes',
  no: 'No',
  back: 'Back to Blog',
  backToAll: 'Back to All Articles',
  related: 'Related Articles',
} as const

export const claims: ClaimsOf<typeof texts> = {
  lead: [],
  copyFailed: [],
  'topics.formats.text': [],
  'topics.legal.text': [],
  'topics.platforms.text': [],
  askTips: [],
}
