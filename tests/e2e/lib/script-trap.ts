import fs from 'node:fs'
import type { BrowserContext, Page } from 'playwright'
import { root } from '../../internet/cache.ts'

// Detects three kinds of injected scripts in a page: scripts that ran, scripts that the
// Content-Security-Policy blocked, and scripts that would run if the visitor pressed an element.

export type Caught = {
  /** Descriptions of the injected scripts that ran and of the dialogs that opened. */
  ran: string[]
  /** Violations of the Content-Security-Policy. */
  violations: string[]
  /** URLs on the attacker's host that the page requested. */
  attackerUrls: string[]
}

/**
 * Installs the trap in a browser context, so that it runs before the page's own scripts. Every payload of the
 * corpus sets `window.__xss` or opens a dialog.
 */
export async function trapScripts(context: BrowserContext, caught: Caught): Promise<void> {
  await context.exposeBinding('reportRun', (_, text: string) => void caught.ran.push(text))
  await context.exposeBinding('reportViolation', (_, text: string) => void caught.violations.push(text))
  await context.addInitScript(() => {
    const bindings = window as unknown as Record<'reportRun' | 'reportViolation', (text: string) => void>
    const ran = (name: string) => bindings.reportRun(`${name} on ${location.href.slice(0, 200)}`)
    Object.defineProperty(window, '__xss', {
      set() {
        ran('__xss')
      },
    })
    for (const name of ['alert', 'confirm', 'prompt'] as const)
      Object.defineProperty(window, name, { value: () => ran(name) })
    document.addEventListener('securitypolicyviolation', (event) =>
      bindings.reportViolation(`${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile ?? ''}`),
    )
  })
  context.on('dialog', (dialog) => {
    caught.ran.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  // A player may request a failing media URL twice, so each URL is recorded only once.
  context.on('request', (request) => {
    const url = request.url()
    if (new URL(url).hostname.endsWith('evil.test') && !caught.attackerUrls.includes(url))
      caught.attackerUrls.push(url)
  })
}

/** The only inline script of our pages. */
const OWN = fs.readFileSync(`${root}/web/document/theme.js`, 'utf8')

/**
 * Returns elements and attributes that our own pages never contain: event handlers, script URLs, foreign
 * scripts and frames.
 */
export function injectedMarkup(page: Page): Promise<string[]> {
  return page.evaluate((own) => {
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
        const isOwn = element.src === '' && element.textContent === own
        if (!isData && !isOwn && new URL(element.src || 'none:').origin !== location.origin) found.push(text)
      }
      if (element.matches('iframe, object, embed, base, img[src="x"]')) found.push(text)
    }
    return found
  }, OWN)
}
