import type { Page } from 'playwright'
import { previewPath } from './fake-api.ts'
import type { PageState } from './page-state.ts'

/**
 * Query parameter and fragment that add a thumbnail to a preview URL. The grant of the thumbnail is invalid,
 * but the edge never checks this grant, because the test itself responds to the request for the thumbnail.
 */
const thumbnail = `&thumbnail_url=${encodeURIComponent('https://i.ytimg.com/a.jpg')}#tg=granted`
const thumbnailVisible = (page: Page) =>
  page.waitForFunction(() => {
    const picture = document.querySelector('main img[alt=""]')
    return picture && getComputedStyle(picture).opacity === '1'
  })

export const previewStates: PageState[] = [
  {
    name: 'processing',
    path: previewPath + thumbnail,
    task: 'processing',
    act: async (page) => {
      await page.getByText('30.8 of 48.2 MB').waitFor()
      await thumbnailVisible(page)
    },
  },
  {
    name: 'ready',
    path: previewPath,
    task: 'ready',
    file: 'combined-720.mp4',
    act: (page) => page.getByText('Available for').waitFor(),
  },
  {
    name: 'ready-audio',
    path: previewPath.replace('is_audio=false', 'is_audio=true').replace('.mp4', '.m4a') + thumbnail,
    task: 'ready',
    file: 'combined-720.mp4',
    act: async (page) => {
      await page.locator('audio').waitFor()
      await thumbnailVisible(page)
    },
  },
  {
    name: 'ready-picture',
    path: previewPath.replace('.mp4', '.jpg'),
    task: 'ready',
    file: 'picture.jpg',
    act: (page) => page.locator('main img:not([alt=""])').waitFor(),
  },
  {
    name: 'to-phone',
    path: previewPath,
    task: 'ready',
    file: 'combined-720.mp4',
    act: async (page) => {
      await page.getByText('Available for').waitFor()
      const button = page.getByRole('button', { name: 'To phone' })
      if (!(await button.isVisible())) return
      await button.click()
      await page.getByRole('img', { name: /^Code for/ }).waitFor()
    },
  },
  {
    name: 'rename',
    path: previewPath,
    task: 'ready',
    file: 'combined-720.mp4',
    act: async (page) => {
      await page.getByRole('button', { name: 'Rename' }).click()
      await page.getByLabel('Name of the saved file').waitFor()
    },
  },
  {
    name: 'clip',
    path: previewPath,
    task: 'ready',
    file: 'combined-720.mp4',
    act: async (page) => {
      await page.getByRole('button', { name: 'Choose a part' }).click()
      await page.getByRole('button', { name: 'Save this clip' }).waitFor()
    },
  },
  {
    name: 'clip-wrong',
    path: previewPath,
    task: 'ready',
    file: 'combined-720.mp4',
    act: async (page) => {
      await page.getByRole('button', { name: 'Choose a part' }).click()
      await page.getByLabel('End', { exact: true }).fill('2:00:00')
      await page.getByText('Please choose an end within').waitFor()
    },
  },
  {
    name: 'left-out',
    path: previewPath,
    task: 'shortened',
    file: 'combined-720.mp4',
    act: (page) => page.getByText('0:31 of advertising in another form').waitFor(),
  },
  {
    name: 'nearest',
    path: previewPath.replace(encodeURIComponent('www.youtube.com'), 'nearest.example'),
    task: 'ready',
    act: (page) => page.getByText('so you are watching 720p MP4').waitFor(),
  },
  {
    name: 'unavailable',
    path: previewPath,
    task: 'ready',
    act: (page) => page.getByText('Video Preview Unavailable').waitFor(),
  },
  {
    name: 'failed',
    path: previewPath,
    task: 'failed',
    act: (page) => page.getByText('Processing Failed').waitFor(),
  },
  {
    name: 'cancelled',
    path: previewPath,
    task: 'processing',
    act: async (page) => {
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('button', { name: 'Start again' }).waitFor()
    },
  },
  {
    name: 'expired',
    path: previewPath,
    task: 'expired',
    act: (page) => page.getByText('File Expired').waitFor(),
  },
]
