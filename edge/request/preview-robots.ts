/**
 * What asks for the card of a link that somebody sends, by a part of its User-Agent. Signal says WhatsApp.
 * iMessage, Instagram and LINE say facebookexternalhit. Teams says SkypeUriPreview. Bluesky says Cardyb.
 */
export const PREVIEW_ROBOTS = [
  'WhatsApp',
  'TelegramBot',
  'Slackbot',
  'Slackbot-LinkExpanding',
  'Discordbot',
  'facebookexternalhit',
  'Facebot',
  'Twitterbot',
  'LinkedInBot',
  'SkypeUriPreview',
  'redditbot',
  'Pinterestbot',
  'vkShare',
  'kakaotalk-scrap',
  'Mastodon',
  'Cardyb',
  'Mattermost-Bot',
  'Iframely',
  'Embedly',
] as const

const names = PREVIEW_ROBOTS.map((name) => name.toLowerCase())

export function isPreviewRobot(agent = ''): boolean {
  const text = agent.toLowerCase()
  return names.some((name) => text.includes(name))
}
