import { chromium } from 'playwright'

const LINK = 'https://www.youtube.com/watch?v=benchvideo0'
/** Number of formats in the response: about as many as a video of YouTube has. */
const FORMATS = 14

/**
 * Target in milliseconds from the last byte of the response until the browser has painted the formats. It
 * applies when the CPU is not throttled.
 */
export const FORMATS_TARGET_MS = 60

/** The fixed response to every extraction. The links of its formats are as long as real links. */
export const extraction = {
  title: 'Coastline after the storm, the long version with the lighthouse',
  thumbnail_url: null,
  uploader: 'Maker of moving pictures',
  description: 'A walk along the shore. '.repeat(20),
  platform: 'youtube',
  is_podcast: false,
  duration: 3_729,
  source_url: LINK,
  formats: Array.from({ length: FORMATS }, (_, at) => ({
    url: `/api/download/start-merge?task_id=${'t'.repeat(900)}${at}`,
    label: `${at + 1}080p MP4`,
    ext: 'mp4',
    resolution: `${at + 1}080p`,
    is_audio_only: false,
    has_audio: at % 2 === 0,
    tbr: 3_210,
    abr: null,
    vbr: null,
    filesize: 48_200_000,
    key: `${at}`,
    ...(at === 0 && { suggested: true }),
  })),
}

/**
 * Runs in the page. Waits until the browser has painted the formats, and returns the milliseconds from the
 * last byte of the response to this moment.
 * @returns {Promise<number>}
 */
function timeOfFormats() {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('#result')) return
      observer.disconnect()
      // The timer starts in the callback of a frame, so it fires after the browser has painted this frame.
      requestAnimationFrame(() =>
        setTimeout(() => {
          const call = performance
            .getEntriesByType('resource')
            .find(({ name }) => name.endsWith('/api/download-video'))
          resolve(performance.now() - /** @type {PerformanceResourceTiming} */ (call).responseEnd)
        }),
      )
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })
}

/**
 * Submits a link on a page and returns the milliseconds from the last byte of the response until the browser
 * has painted the formats.
 * @param {import('playwright').Browser} browser
 * @param {string} address URL of the page
 * @param {number} slowdown factor by which the processor is slowed; 1 leaves it as it is
 */
async function pressOnce(browser, address, slowdown) {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    ignoreHTTPSErrors: true,
  })
  try {
    const page = await context.newPage()
    await page.goto(address, { waitUntil: 'networkidle' })
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.getByLabel('Link to a video, song or episode').fill(LINK)
    await page.waitForLoadState('networkidle')
    const shown = page.evaluate(timeOfFormats)
    await page.getByRole('button', { name: 'Get formats' }).click()
    return await shown
  } finally {
    await context.close()
  }
}

/**
 * Calls `pressOnce` several times, each time with an empty cache, and returns the median in whole
 * milliseconds.
 * @param {string} address URL of the page
 * @param {number} runs number of calls
 * @param {number} slowdown
 * @param {number} port the debugging port of the browser
 */
export async function measurePress(address, runs, slowdown, port) {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  try {
    /** @type {number[]} */
    const times = []
    for (let run = 0; run < runs; run++) times.push(await pressOnce(browser, address, slowdown))
    return Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN)
  } finally {
    await browser.close()
  }
}
