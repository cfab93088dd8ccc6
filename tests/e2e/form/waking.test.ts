import { expect, test } from 'vitest'
import { hydrated, linkField } from '../lib/visit.ts'
import { useProduct } from '../lib/harness.ts'
import { describeSealed } from '../../sealed.ts'

describeSealed('the page wakes a merger container before a link is submitted', () => {
  const harness = useProduct()

  test('wakes a merger once when the field gets the focus', async () => {
    const calls: string[] = []
    const page = await harness.open('/', {
      prepare: async (context) => {
        context.on('request', (request) =>
          calls.push(`${request.method()} ${new URL(request.url()).pathname}`),
        )
        // The request for an extraction gets no response in this test, as if the container were still
        // starting.
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
      .getByText(/^Taking longer than usual/)
      .waitFor()
    expect(calls.filter((call) => call === 'POST /api/wake')).toHaveLength(1)
  })
})
