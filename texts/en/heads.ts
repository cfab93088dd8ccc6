import type { ClaimsOf } from '../claims.ts'

/** Titles and descriptions, as browsers and search engines show them. */
export const texts = {
  /** The title of every page but the home page. */
  title: '{page} | {name}',
  platform: {
    video: '{platform} Video Downloader - Free HD Download',
    episode: '{platform} Downloader - Free Episode Download',
    track: '{platform} Downloader - Free MP3 Download',
  },
  /** A name of the page for search engines. */
  downloader: '{platform} Downloader',
  descriptions: {
    video:
      'Save a public {platform} video with {name}: paste the link, choose a format, keep the file. Free, no account.',
    episode:
      'Save a public {platform} episode as audio with {name}: paste the link, choose a format, keep the file. Free, no account.',
    track:
      'Save a public {platform} track as audio with {name}: paste the link, choose a format, keep the file. Free, no account.',
    guide:
      'Save a public video, song or episode with {name}, step by step: on Windows, Mac, Android, iPhone and iPad.',
    send: 'Four ways to send a link to {name} without copying it: in the address bar, as a bookmark, as a Shortcut of the iPhone, from the share menu.',
    status:
      'Which platforms {name} can read right now, how long a link takes, and since when something is wrong.',
    help: 'Answers about {name}: first steps, quality and formats, what to do when a link fails, privacy, and how to reach us.',
    blog: 'Plain articles on saving media: formats and codecs, copyright and fair use, and platforms compared.',
    privacy: 'What {name} keeps, for how long, and what it never keeps. Written to be read.',
    terms: 'The rules for using {name}: what you may save, what is not allowed, and what we are liable for.',
    dmca: 'How to report a copyright infringement to {name}, how to answer a notice, and how long each step takes.',
    glossary: 'Codec, container, bitrate, DRM and the terms of {name}’s policies, in plain words.',
    cookies: 'Choose which optional cookies {name} may use. Downloads work the same either way.',
  },
  pages: {
    guide: 'How to Download Videos',
    send: 'Send a Link',
    status: 'Status',
    help: 'Help Center',
    blog: 'Blog',
    privacy: 'Privacy Policy',
    terms: 'Terms of Service',
    dmca: 'DMCA Policy',
    glossary: 'Glossary of Terms',
    cookies: 'Cookie Settings',
    preview: 'Preview',
    missing: 'Page not found',
    making: 'Your file',
    notFound: 'Not found',
    wrong: 'Something went wrong',
  },
  /** The installed site offers it at its icon. */
  shortcut: 'Paste a link',
  /** What a new brand says until it has words of its own. */
  brand: {
    slogan: 'Paste the link. Keep the file.',
    tagline:
      'Save public videos, music and podcast episodes in the quality you pick. No account, no watermark, nothing to install.',
    title: '{name}: save public video and audio',
    description:
      'Paste a public link, see its formats and sizes, keep the file. Video, music and podcasts, free and without an account.',
    keywords: 'video downloader, audio downloader, podcast downloader, mp4, mp3',
  },
} as const

export const claims: ClaimsOf<typeof texts> = {
  'descriptions.video': ['free-trial-paid'],
  'descriptions.episode': ['free-trial-paid'],
  'descriptions.track': ['free-trial-paid'],
  'descriptions.guide': ['pasted-link-shows'],
  'descriptions.send': ['link-in-address'],
  'descriptions.status': ['status-counted'],
  'descriptions.help': [],
  'descriptions.blog': [],
  'descriptions.privacy': ['rules-rights-policies'],
  'descriptions.terms': [],
  'descriptions.dmca': [],
  'descriptions.glossary': [],
  'descriptions.cookies': ['rejecting-easy-accepting'],
  'brand.slogan': ['pasted-link-shows'],
  'brand.tagline': ['pasted-link-shows', 'watermark-93'],
  'brand.title': ['pasted-link-shows'],
  'brand.description': ['pasted-link-shows', 'free-trial-paid'],
}
