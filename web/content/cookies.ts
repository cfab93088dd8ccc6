import type { Preferences } from '../privacy/consent.ts'
import { figures } from './facts.ts'

export const cookieTexts: Record<keyof Preferences, { title: string; text: string; examples: string }> = {
  essential: {
    title: 'Essential',
    text: 'Remembering this choice, the kind of file you chose last, whether files are saved as soon as they are ready, how files are named, whether you have seen how to install this site, the results of this tab, and the list of recent downloads if you switch it on. Kept in your browser and not sent to us.',
    examples:
      'Always on. Names: dataConsent, consentAsked, cookiePreferences, recentDownloads, lastChoice, saveWhenReady, fileNames, installHint, results, handedLink.',
  },
  analytics: {
    title: 'Analytics',
    text: 'Lets us count which pages and platforms are used, so that we know what to repair first. Never the links you paste.',
    examples: `Google Analytics, where this site has it set up. Names: _ga and _ga_ with a number; up to ${figures.analyticsYears} years.`,
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
}

export const saveTexts = {
  idle: 'Save Settings',
  saving: 'Saving...',
  saved: 'Saved!',
  error: 'Error - Try Again',
} as const

export const savedText = (isAnyOn: boolean): string =>
  isAnyOn
    ? 'Cookie preferences saved! Personalized features enabled.'
    : "Cookie preferences saved! You'll have a private browsing experience."
