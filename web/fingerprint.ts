const USER_AGENT_LENGTH = 100

/**
 * Returns the fields about the browser that the API requires (docs/specification.md, section 6). The edge
 * ignores their values.
 */
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
