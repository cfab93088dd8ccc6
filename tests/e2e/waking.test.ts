import { expect, test } from 'vitest'
import { hydrated, linkField } from './lib/visit.ts'
import { useProduct } from './lib/harness.ts'
import { describeSealed } from '../sealed.ts'

describeSealed('a merger that has to start first', () => {
  const harness = useProduct()

  test('focus on the field wakes a merger, and the page explains a slow response while the visitor waits', async () => {
    const calls: string[] = []
    const page = await harness.open('/', {
      prepare: async (context) => {
        context.on('request', (request) =>
          calls.push(`${request.method()} ${new URL(request.url()).pathname}`),
        )
        // Simulates a container that is still starting: the response does not arrive during this test.
        await context.route('**/api/download-video', () => undefined)
      },
    })
    await hydrated(page)
    expect(calls).not.toContain('POST /api/wake')
    await linkField(page).focus()
    await expect.poll(() => calls).toContain('POST /api/wake')
    await linkField(page).fill('https://www.youtube.com/watch?v=sealedvid00')
    await linkField(page).press('Enter')
    await page
      .getByRole('status')
      .getByText(/may have to start first/)
      .waitFor()
    expect(calls.filter((call) => call === 'POST /api/wake')).toHaveLength(1)
  })
})
