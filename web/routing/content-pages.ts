import type { Parts } from '#texts/parts.ts'
import { sayIn } from '#texts/say.ts'
import { addressOf, breadcrumb, titled } from './meta.ts'
import type { PageMeta, PageRow, Speaker } from './page.ts'
import { postAt, posts, type Post } from '../content/posts.ts'

// Alias paths are written in full, so that a text search finds them. The first path of a page is its main
// path.

const paths = (list: string): string[] => list.trim().split(/\s+/)

type HeadName = keyof Parts['heads']['pages'] & keyof Parts['heads']['descriptions']

const head =
  (path: string, name: HeadName, isTranslated = true) =>
  (speaker: Speaker): PageMeta => {
    const { brand, language, heads } = speaker
    const title = heads.pages[name]
    return {
      title: titled(speaker, title),
      description: sayIn(language)(heads.descriptions[name], { name: brand.branding.name }),
      canonical: path,
      isIndexable: true,
      isTranslated,
      jsonLd: [breadcrumb(speaker, [[title, path]])],
    }
  }

const postPage = (post: Post): PageRow => ({
  paths: [`/blog/${post.id}`],
  // Paths with another spelling of the article's number, such as "/blog/01", show the same article.
  matches: (path) => postAt(path)?.id === post.id,
  isEnglish: true,
  meta: (speaker) => ({
    title: titled(speaker, post.title),
    description: post.excerpt,
    canonical: `/blog/${post.id}`,
    isIndexable: true,
    jsonLd: [
      {
        '@context': 'https://schema.org',
        '@type': 'BlogPosting',
        headline: post.title,
        description: post.excerpt,
        datePublished: post.published,
        keywords: post.tags.join(', '),
        mainEntityOfPage: addressOf(speaker.brand, `/blog/${post.id}`),
        author: {
          '@type': 'Organization',
          name: speaker.brand.branding.name,
          url: addressOf(speaker.brand, '/'),
        },
      },
      breadcrumb(speaker, [
        [speaker.heads.pages.blog, '/blog'],
        [post.title, `/blog/${post.id}`],
      ]),
    ],
  }),
  file: 'post',
})

export const contentPages: readonly PageRow[] = [
  {
    paths:
      paths(`/how-to-download-videos /how-to-download-videos.html /how-to-download-video /how-to-download /how-to
      /how-to-guide /how-to-save-videos /video-download-guide /video-download-guide.html /download-guide
      /download-guide.html /video-formats-guide /video-formats-guide.html /video-download-tutorial /download-tutorial
      /download-instructions /user-guide`),
    meta: head('/how-to-download-videos', 'guide'),
    file: 'guide',
  },
  {
    paths: paths(`/send-a-link /send-link /send /share-target /bookmarklet /ios-shortcut /ways-in`),
    meta: head('/send-a-link', 'send'),
    file: 'send',
  },
  {
    paths: paths(`/status /status.html /service-status /platform-status /server-status`),
    meta: head('/status', 'status'),
    file: 'status',
  },
  {
    paths:
      paths(`/help-center /help-center.html /help /help.html /support /support.html /faq-help /customer-support
      /help-and-support`),
    meta: head('/help-center', 'help'),
    file: 'help',
  },
  {
    paths: paths(`/blog /blog.html /articles /articles.html /guides /guides.html /tutorials /tutorials.html
      /video-download-tips /video-download-tips.html /content /content.html /download-tips /blog-posts /posts`),
    // At the URL of an unknown article, the page shows the list of articles and changes the URL to `/blog`.
    matches: (path) => /^\/blog\/[^/]+$/.test(path) && !postAt(path),
    meta: head('/blog', 'blog', false),
    file: 'blog',
    isEnglish: true,
  },
  ...posts.map(postPage),
  {
    paths: paths(
      `/privacy-policy /privacy-policy.html /privacy /privacy.html /data-privacy /data-protection`,
    ),
    meta: head('/privacy-policy', 'privacy', false),
    file: 'policy-privacy',
    isEnglish: true,
  },
  {
    paths: paths(`/terms-of-service /terms-of-service.html /terms /terms.html /user-agreement /service-terms
      /legal-terms /terms-and-conditions /service-agreement /usage-terms /user-terms`),
    meta: head('/terms-of-service', 'terms', false),
    file: 'policy-terms',
    isEnglish: true,
  },
  {
    paths:
      paths(`/dmca-policy /dmca-policy.html /dmca /dmca.html /copyright-policy /copyright /takedown-policy
      /copyright-infringement /dmca-takedown /copyright-notice /intellectual-property`),
    meta: head('/dmca-policy', 'dmca', false),
    file: 'policy-dmca',
    isEnglish: true,
  },
  {
    paths:
      paths(`/terms-glossary /terms-glossary.html /glossary /glossary.html /definitions /terms-definitions
      /legal-glossary`),
    meta: head('/terms-glossary', 'glossary'),
    file: 'glossary',
  },
  {
    paths:
      paths(`/cookie-settings /cookie-settings.html /cookies /cookies.html /privacy-settings /cookie-preferences
      /privacy-preferences`),
    meta: head('/cookie-settings', 'cookies'),
    file: 'cookies',
  },
]
