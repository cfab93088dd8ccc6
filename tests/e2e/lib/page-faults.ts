import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright'

export const RULES = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // WCAG 2.5.3, off by default: a visitor who speaks to the page says the words that stand on the button.
  rules: { 'label-content-name-mismatch': { enabled: true } },
}
/** The rules whose outcome depends on the colour scheme. */
export const COLOR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * Runs in the browser. Returns a description of each layout fault: the page is wider than its window, or a
 * control is too small to touch. Links inside text may be small.
 */
export function layoutFaults(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  // The elements that extend beyond the right edge of the window, in document order. The last element
  // contains no other element of the list, so the description of the fault quotes its HTML.
  const beyond = [...document.querySelectorAll('body *')].filter(
    (one) => one.getBoundingClientRect().right > clientWidth + 1,
  )
  const overflows =
    scrollWidth > clientWidth
      ? [`${scrollWidth - clientWidth} px overflow: ${beyond.at(-1)?.outerHTML.slice(0, 120)}`]
      : []
  const controls = [
    ...document.querySelectorAll<HTMLElement>('a[href], button, summary, input, [role=button]'),
  ]
  const small = controls.flatMap((one) => {
    const { width, height } = one.getBoundingClientRect()
    if (
      width === 0 ||
      height === 0 ||
      one.closest('.vh, [aria-hidden=true]') ||
      getComputedStyle(one).visibility === 'hidden'
    )
      return []
    // A press on the label also toggles the checkbox, so the label counts as part of the control.
    const label = one instanceof HTMLInputElement ? one.closest('label') : null
    const box = label?.getBoundingClientRect() ?? { width, height }
    const isBesideText = [...one.parentElement!.childNodes].some(
      (node) => node.nodeType === 3 && node.textContent?.trim(),
    )
    const { display } = getComputedStyle(one)
    const isInText = display === 'inline' || (display === 'inline-block' && isBesideText)
    const isSkip = one.getAttribute('href') === '#main'
    return isInText || isSkip || (box.height >= 43.9 && box.width >= 24)
      ? []
      : [
          `too small ${one.tagName} "${one.innerText || one.getAttribute('aria-label')}" ${Math.round(width)}x${Math.round(height)}`,
        ]
  })
  return [...overflows, ...small]
}

/** Runs in the browser. Waits for the next frame, and then for the end of all CSS transitions on the page. */
export async function transitionsEnd(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition)
  await Promise.allSettled(transitions.map(({ finished }) => finished))
}

export async function violationsOf(
  page: Page,
  options: Parameters<AxeBuilder['options']>[0],
): Promise<string[]> {
  // Without the legacy mode, axe opens one more page per analysis, to join the results of frames. Our pages
  // have no frames.
  const { violations } = await new AxeBuilder({ page }).options(options).setLegacyMode().analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ html, failureSummary }) => `${id} ${html.slice(0, 160)} | ${failureSummary?.split('\n')[1]?.trim()}`,
    ),
  )
}
