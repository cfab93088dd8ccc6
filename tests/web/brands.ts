import { neutralBrand, type Brand } from '#contract/brand.ts'
import { platforms } from '#contract/platforms/index.ts'

const { colors } = neutralBrand.branding

/** A brand that enables every platform. */
export const green: Brand = {
  domain: 'green.example',
  branding: {
    name: 'Greenreel',
    slogan: 'Paste the link. Keep the file.',
    tagline: 'Public videos and episodes, in the quality you pick.',
    logo: { icon: '', type: 'mark' },
    colors,
  },
  analytics: { trackingEnabled: false, adSlots: {} },
  contact: { email: 'help@green.example', socialMedia: [] },
  seo: {
    title: 'Greenreel: keep public videos',
    description: 'Paste a link, choose a format.',
    keywords: [],
    canonicalUrl: 'https://green.example/',
  },
  supportedPlatforms: platforms.map((platform) => ({
    id: platform.id,
    name: platform.id,
    displayName: platform.displayName,
    icon: platform.id,
    color: platform.color,
    enabled: true,
    priority: platform.priority,
  })),
  features: {
    multiDomainSupport: true,
    darkMode: true,
    debugMode: false,
    consentFeature: true,
    offlineMode: false,
  },
  api: { baseUrl: '', endpoints: {} },
}

const HOSTILE = `</script><img src=x onerror=alert(1)>"'&`

/** A brand with three platforms and without a dark theme. Its texts contain HTML that pages must escape. */
export const hostile: Brand = {
  ...green,
  domain: 'hostile.example',
  branding: {
    ...green.branding,
    name: HOSTILE,
    slogan: HOSTILE,
    tagline: HOSTILE,
    logo: { icon: HOSTILE, type: 'letter' },
    colors: { ...colors, primary: '#f6c013' },
  },
  seo: {
    ...green.seo,
    title: HOSTILE,
    description: HOSTILE,
    canonicalUrl: 'https://hostile.example/',
    image: '/card.png',
  },
  supportedPlatforms: green.supportedPlatforms.map((one) => ({
    ...one,
    enabled: ['youtube', 'vimeo', 'soundcloud'].includes(one.id),
  })),
  features: { ...green.features, darkMode: false },
}
