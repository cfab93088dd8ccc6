import type { Brand } from '#contract/brand.ts'
import { addressOf } from './meta.ts'
import type { PageRow, PageMeta } from './page.ts'
import { postAt, posts, type Post } from '../content/posts.ts'

// Alias paths are written in full, so that a text search finds them. The first path of a page is its main
// path.

const paths = (list: string): string[] => list.trim().split(/\s+/)

const breadcrumb = (brand: Brand, steps: readonly (readonly [name: string, path: string])[]) => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: [[brand.branding.name, '/'] as const, ...steps].map(([name, path], at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name,
    item: addressOf(brand, path),
  })),
})

const head =
  (path: string, title: string, description: (name: string) => string) =>
  (brand: Brand): PageMeta => ({
    title: `${title} | ${brand.branding.name}`,
    description: description(brand.branding.name),
    canonical: path,
    isIndexable: true,
    jsonLd: [breadcrumb(brand, [[title, path]])],
  })

const postPage = (post: Post): PageRow => ({
  paths: [`/blog/${post.id}`],
  // Paths with another spelling of the article's number, such as "/blog/01", show the same article.
  matches: (path) => postAt(path)?.id === post.id,
  meta: (brand) => ({
    title: `${post.title} | ${brand.branding.name}`,
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
        mainEntityOfPage: addressOf(brand, `/blog/${post.id}`),
        author: { '@type': 'Organization', name: brand.branding.name, url: addressOf(brand, '/') },
      },
      breadcrumb(brand, [
        ['Blog', '/blog'],
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
    meta: head(
      '/how-to-download-videos',
      'How to Download Videos',
      (name) =>
        `Save a public video, song or episode with ${name}, step by step: on Windows, Mac, Android, iPhone and iPad.`,
    ),
    file: 'guide',
  },
  {
    paths:
      paths(`/help-center /help-center.html /help /help.html /support /support.html /faq-help /customer-support
      /help-and-support`),
    meta: head(
      '/help-center',
      'Help Center',
      (name) =>
        `Answers about ${name}: first steps, quality and formats, what to do when a link fails, privacy, and how to reach us.`,
    ),
    file: 'help',
  },
  {
    paths: paths(`/blog /blog.html /articles /articles.html /guides /guides.html /tutorials /tutorials.html
      /video-download-tips /video-download-tips.html /content /content.html /download-tips /blog-posts /posts`),
    // At the URL of an unknown article, the page shows the list of articles and changes the URL to `/blog`.
    matches: (path) => /^\/blog\/[^/]+$/.test(path) && !postAt(path),
    meta: head(
      '/blog',
      'Blog',
      () =>
        'Plain articles on saving media: formats and codecs, copyright and fair use, and platforms compared.',
    ),
    file: 'blog',
  },
  ...posts.map(postPage),
  {
    paths: paths(
      `/privacy-policy /privacy-policy.html /privacy /privacy.html /data-privacy /data-protection`,
    ),
    meta: head(
      '/privacy-policy',
      'Privacy Policy',
      (name) => `What ${name} keeps, for how long, and what it never keeps. Written to be read.`,
    ),
    file: 'policy-privacy',
  },
  {
    paths: paths(`/terms-of-service /terms-of-service.html /terms /terms.html /user-agreement /service-terms
      /legal-terms /terms-and-conditions /service-agreement /usage-terms /user-terms`),
    meta: head(
      '/terms-of-service',
      'Terms of Service',
      (name) =>
        `The rules for using ${name}: what you may save, what is not allowed, and what we are liable for.`,
    ),
    file: 'policy-terms',
  },
  {
    paths:
      paths(`/dmca-policy /dmca-policy.html /dmca /dmca.html /copyright-policy /copyright /takedown-policy
      /copyright-infringement /dmca-takedown /copyright-notice /intellectual-property`),
    meta: head(
      '/dmca-policy',
      'DMCA Policy',
      (name) =>
        `How to report a copyright infringement to ${name}, how to answer a notice, and how long each step takes.`,
    ),
    file: 'policy-dmca',
  },
  {
    paths:
      paths(`/terms-glossary /terms-glossary.html /glossary /glossary.html /definitions /terms-definitions
      /legal-glossary`),
    meta: head(
      '/terms-glossary',
      'Glossary of Terms',
      (name) => `Codec, container, bitrate, DRM and the terms of ${name}’s policies, in plain words.`,
    ),
    file: 'glossary',
  },
  {
    paths:
      paths(`/cookie-settings /cookie-settings.html /cookies /cookies.html /privacy-settings /cookie-preferences
      /privacy-preferences`),
    meta: head(
      '/cookie-settings',
      'Cookie Settings',
      (name) => `Choose which optional cookies ${name} may use. Downloads work the same either way.`,
    ),
    file: 'cookies',
  },
]
