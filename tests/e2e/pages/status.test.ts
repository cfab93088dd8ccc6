import { expect, test } from 'vitest'
import { describeSealed } from '../../sealed.ts'
import { useProduct } from '../lib/harness.ts'

describeSealed('everybody can see what works', () => {
  const harness = useProduct()

  test('from the footer, and without JavaScript', async () => {
    const page = await harness.open('/', { waitUntil: 'networkidle' })
    await page.getByRole('contentinfo').getByRole('link', { name: 'Status' }).click()
    await page.getByRole('heading', { name: 'Status', level: 1 }).waitFor()
    const row = page.getByRole('row', { name: /YouTube/ })
    expect(await row.getByRole('cell').first().textContent()).toMatch(/works|limited|refused|no/)
    const plain = await harness.open('/ar/status', { javaScriptEnabled: false })
    expect(await plain.getByRole('row').count()).toBeGreaterThan(10)
  })
})
