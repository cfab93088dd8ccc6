/** Runs in a page. Lists what is drawn wrong in the panel of the result; empty if nothing is. */
export function flawsOf(section: string, isEnlarged: boolean): string[] {
  const panel = document.querySelector(section)!
  const name = (one: Element) =>
    `${one.localName} "${one.textContent.replaceAll(/\s+/g, ' ').trim().slice(0, 40)}"`
  const isVisible = (one: Element) =>
    one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    one.getBoundingClientRect().width > 2
  /** Lines of text are told apart by their middles, because figures and words may differ in height. */
  const linesOf = (one: Element) => {
    const range = document.createRange()
    range.selectNodeContents(one)
    const middles = [...range.getClientRects()]
      .filter(({ width }) => width > 2)
      .map(({ y, height }) => y + height / 2)
    return middles
      .toSorted((a, b) => a - b)
      .filter((at, index, all) => index === 0 || at - all[index - 1]! > 6).length
  }
  const flaws: string[] = []
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth || isEnlarged) {
    // Text that only the root element enlarges does not change what media queries ask for.
    const whole = isEnlarged ? panel : document.body
    const wide = [...whole.querySelectorAll('*')].filter(
      (one) => isVisible(one) && one.getBoundingClientRect().right > clientWidth,
    )
    const inner = wide.filter((one) => !wide.some((other) => one !== other && one.contains(other)))
    if (inner.length > 0) flaws.push(`wider than the window: ${inner.map(name).join('; ')}`)
  }

  const keys = [...panel.querySelectorAll('a, button, label, summary, input, select')].filter(isVisible)
  const main = panel.querySelector('a.btn-fill')
  if (main && !isEnlarged && linesOf(main) > 1) flaws.push(`${linesOf(main)} lines: ${name(main)}`)

  for (const one of keys) {
    const box = one.getBoundingClientRect()
    for (const other of keys) {
      const next = other.getBoundingClientRect()
      const isPart = one.contains(other) || other.contains(one)
      const [across, down] = [
        Math.min(box.right, next.right) - Math.max(box.left, next.left),
        Math.min(box.bottom, next.bottom) - Math.max(box.top, next.top),
      ]
      if (!isPart && across > 1 && down > 1) flaws.push(`${name(one)} lies on ${name(other)}`)
    }
    // What is hidden or cut on purpose does not count.
    const texts = [...one.querySelectorAll('b, small, span')].filter(
      (text) => isVisible(text) && text.closest('.vh') === null && text.childElementCount === 0,
    )
    for (const text of texts) {
      const { left, right } = text.getBoundingClientRect()
      const isCut = getComputedStyle(text).textOverflow === 'ellipsis'
      if (!isCut && (left < box.left + 1 || right > box.right - 1))
        flaws.push(`${name(text)} leaves ${name(one)}`)
    }
  }
  return flaws
}
