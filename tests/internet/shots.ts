import fs from 'node:fs'
import { chromium } from 'playwright'
import { paths } from '#contract/paths.ts'
import { root } from './cache.ts'
import { startProduct } from './product.ts'

// Takes the pictures of README.md for `npm run shots` (scripts/run/shots.ts), inside the sealed internet: the
// home page, and the result of a made-up video.

const LINK = 'https://www.youtube.com/watch?v=lakevideo00'
const SIZE = { width: 1_280, height: 800 }
/** Shown in place of the test card that all made-up videos have. */
const LAKE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360">
  <rect width="640" height="360" fill="#f6d7a7"/><circle cx="450" cy="150" r="44" fill="#fff3d6"/>
  <path d="M0 210 120 120 230 190 340 90 480 200 560 150 640 210V360H0Z" fill="#7d9a94"/>
  <path d="M0 230 90 190 210 235 330 180 470 240 640 200V360H0Z" fill="#3c6a63"/>
  <rect y="240" width="640" height="120" fill="#1f4a47"/><path d="M410 262h80M390 284h120M420 308h60" stroke="#f6d7a7" stroke-width="6"/>
</svg>`

const folder = fs.mkdtempSync(`${root}/.cache/shots-`)
const product = await startProduct({ state: `${folder}/state`, work: `${folder}/work`, port: 9_600 })
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] || undefined,
  env: { ...process.env, HOME: process.env['CHROMIUM_HOME'] ?? '' },
})
try {
  const page = await browser.newPage({ viewport: SIZE, reducedMotion: 'reduce' })
  await page.route(`**${paths.imageProxy}*`, (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: LAKE }),
  )
  const take = (name: string) => page.screenshot({ path: `${root}/docs/pictures/${name}.png` })
  fs.mkdirSync(`${root}/docs/pictures`, { recursive: true })
  await page.goto(product.address, { waitUntil: 'networkidle' })
  await take('home')
  await page.getByLabel('Link to a video, song or episode').fill(LINK)
  await page.getByRole('button', { name: 'Get formats' }).click()
  await page
    .getByRole('link', { name: /^Download / })
    .first()
    .waitFor({ timeout: 60_000 })
  await page.waitForLoadState('networkidle')
  await take('result')
} finally {
  await browser.close()
  await product.stop()
  fs.rmSync(folder, { recursive: true, force: true })
}
