import { USER_AGENT_LENGTH } from '#contract/limits.ts'

/** What the specification wants sent along with every download request. The edge drops it unread. */
export function fingerprint() {
  return {
    canvas: 'not-read',
    screen: `${screen.width}x${screen.height}`,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    language: navigator.language,
    platform: navigator.platform,
    userAgent: navigator.userAgent.slice(0, USER_AGENT_LENGTH),
    timestamp: Date.now(),
  }
}
