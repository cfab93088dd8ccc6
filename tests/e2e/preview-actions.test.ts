import { expect, test } from 'vitest'
import { describeSealed } from '../sealed.ts'
import { answerApi, previewPath } from './lib/fake-api.ts'
import { useProduct } from './lib/harness.ts'

describeSealed('the actions of the preview', () => {
  const harness = useProduct()

  test('a cancelled merge is shown as cancelled without an alert, and can be started again', async () => {
    const page = await harness.open(previewPath, { prepare: (context) => answerApi(context, 'processing') })
    await page.getByText('30.8 of 48.2 MB').waitFor()
    await page.route('**/api/download/task/**', (route) => route.fulfill({ json: { task_id: 't' } }))
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Cancelled', { exact: true }).waitFor()
    expect(await page.getByText('Processing Failed').count()).toBe(0)
    expect(await page.getByRole('alert').filter({ hasText: /\S/ }).count()).toBe(0)
    await page.getByRole('button', { name: 'Start again' }).click()
    await page.getByText('30.8 of 48.2 MB').waitFor()
  })

  test('a preview that was opened from another site starts its merge only after a press', async () => {
    const starts: string[] = []
    const page = await harness.open('/', { prepare: (context) => answerApi(context, 'processing') })
    page.on('request', (request) => {
      if (request.url().includes('/start-merge') && request.resourceType() === 'fetch')
        starts.push(request.url())
    })
    const preview = new URL(previewPath, page.url()).href
    await page.route('https://foreign.test/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<a href="${preview.replaceAll('&', '&amp;')}">open</a>`,
      }),
    )
    await page.goto('https://foreign.test/')
    await page.getByRole('link', { name: 'open' }).click()
    await page.getByText('Ready when you are').waitFor()
    await page.waitForLoadState('networkidle')
    expect(starts).toEqual([])
    await page.getByRole('button', { name: 'Make this file' }).click()
    await page.getByText('30.8 of 48.2 MB').waitFor()
    expect(starts).toHaveLength(1)
  })
})
