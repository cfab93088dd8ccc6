import type { ClaimsOf } from '../../claims.ts'

export const texts = {
  title: 'Cookie Settings',
  lead: 'Choose what may be stored beyond the essential. Downloads work the same either way.',
  acceptAll: 'Accept All',
  rejectAll: 'Reject All',
  categories: {
    essential: {
      title: 'Essential',
      text: 'Remembering this choice, the kind of file you chose last, whether files are saved as soon as they are ready, how files are named, whether the site is light or dark if you chose so, whether you have seen how to install this site, the results of this tab, and the list of recent downloads if you switch it on. Kept in your browser and not sent to us. Only the language that you read last is sent with each request, so that pages come in it.',
      examples:
        'Always on. Names: dataConsent, consentAsked, cookiePreferences, recentDownloads, lastChoice, saveWhenReady, fileNames, theme, installHint, results, handedLink, language.',
    },
    analytics: {
      title: 'Analytics',
      text: 'Lets us count which pages and platforms are used, so that we know what to repair first. Never the links you paste.',
      examples:
        'Google Analytics, where this site has it set up. Names: _ga and _ga_ with a number; up to {analyticsTime}.',
    },
    advertising: {
      title: 'Advertising',
      text: 'Lets labeled ads appear, which pay for the servers. Never on the preview page.',
      examples: 'Google AdSense, where this site has it set up. Names: __gads, __gpi, __eoi.',
    },
    personalization: {
      title: 'Personalization',
      text: 'Lets those ads take your interests into account. Without it, the ads do not depend on your behavior.',
      examples: 'Applies only together with advertising.',
    },
  },
  save: {
    idle: 'Save Settings',
    saving: 'Saving...',
    saved: 'Saved!',
    error: 'Error - Try Again',
  },
  savedOn: 'Cookie preferences saved! Personalized features enabled.',
  savedOff: "Cookie preferences saved! You'll have a private browsing experience.",
  policy: 'What the privacy policy says about cookies',
  signal:
    'Your browser sends Global Privacy Control. While it does, optional categories stay off, whatever is saved here.',
  forget: 'Forget my last choice',
  forgotten: 'Forgotten. The next result suggests the best file again.',
  forgetBlocked: 'Your browser blocks site data, so nothing is stored here.',
  nothingToForget: 'No choice of a file is stored on this device.',
} as const

export const claims: ClaimsOf<typeof texts> = {
  lead: ['rejecting-easy-accepting'],
  'categories.essential.text': ['kind-file-chosen'],
  'categories.essential.examples': ['choice-stored-browser'],
  'categories.analytics.text': ['statistics-ads-exist', 'pasted-links-titles'],
  'categories.analytics.examples': ['statistics-ads-exist', 'analytics-data-kept'],
  'categories.advertising.text': ['statistics-ads-exist', 'preview-never-loads'],
  'categories.advertising.examples': ['statistics-ads-exist'],
  'categories.personalization.text': ['statistics-ads-exist', 'without-personalization-non'],
  'categories.personalization.examples': ['without-personalization-non'],
  'save.saving': [],
  savedOn: [],
  savedOff: [],
  signal: ['global-privacy-control'],
  forgotten: ['kind-file-chosen'],
  forgetBlocked: ['kind-file-chosen'],
  nothingToForget: ['kind-file-chosen'],
}
