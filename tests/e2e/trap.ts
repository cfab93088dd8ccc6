import type { BrowserContext, Page } from 'playwright'

// What notices a script of somebody else's in a page, whether it ran, was stopped, or waits to be pressed.

/** What a page did that none should: scripts that ran, dialogs, breaches of its policy, calls for somebody else. */
export type Caught = { ran: string[]; breaches: string[]; strangers: string[] }

/** Sets the traps before any script of the page: whatever the corpus wants to run leaves its mark here. */
export async function trap(context: BrowserContext): Promise<Caught> {
  const caught: Caught = { ran: [], breaches: [], strangers: [] }
  await context.exposeBinding('caughtRunning', (_, what: string) => void caught.ran.push(what))
  await context.exposeBinding('caughtBreaching', (_, what: string) => void caught.breaches.push(what))
  await context.addInitScript(() => {
    const traps = window as unknown as Record<'caughtRunning' | 'caughtBreaching', (what: string) => void>
    const ran = (what: string) => traps.caughtRunning(`${what} on ${location.href.slice(0, 200)}`)
    Object.defineProperty(window, '__xss', {
      set() {
        ran('__xss')
      },
    })
    for (const name of ['alert', 'confirm', 'prompt'] as const)
      Object.defineProperty(window, name, { value: () => ran(name) })
    document.addEventListener('securitypolicyviolation', (event) =>
      traps.caughtBreaching(`${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile ?? ''}`),
    )
  })
  context.on('dialog', (dialog) => {
    caught.ran.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  // Each address once: a player may ask twice for a source that does not answer.
  context.on('request', (request) => {
    const url = request.url()
    if (new URL(url).hostname.endsWith('evil.test') && !caught.strangers.includes(url))
      caught.strangers.push(url)
  })
  return caught
}

/** Markup that only a payload could have made, and links that would run one when pressed. */
export function foreignMarkup(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    for (const element of document.querySelectorAll('*')) {
      const text = element.outerHTML.slice(0, 120)
      for (const { name, value } of element.attributes) {
        if (name.startsWith('on')) found.push(`${name}: ${text}`)
        if (['href', 'src', 'action', 'formaction', 'poster'].includes(name))
          if (
            /^[\s\p{Cc}]*(javascript|data:text|data:image\/svg|vbscript|file):/iu.test(
              value.replace(/[\t\n\r]/g, ''),
            )
          )
            found.push(`${name}: ${text}`)
      }
      if (element instanceof HTMLScriptElement) {
        const isData = /^application\/(ld\+)?json$/.test(element.type)
        if (!isData && new URL(element.src || 'none:').origin !== location.origin) found.push(text)
      }
      if (element.matches('iframe, object, embed, base, img[src="x"]')) found.push(text)
    }
    return found
  })
}
