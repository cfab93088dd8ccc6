import { expect, test } from 'vitest'
import { downloadAddress, openPreview, plays, ready } from '../lib/visit.ts'
import { useProduct } from '../lib/harness.ts'
import { describeSealed } from '../../sealed.ts'

describeSealed('a preview can be shared, reloaded and resumed', () => {
  const harness = useProduct()
  const open1080 = async () => {
    const preview = await openPreview(harness, 'https://www.youtube.com/watch?v=sealedvid00', /^1080p MP4/, {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await ready(preview)
    return preview
  }

  test('plays the same by a short link', async () => {
    const preview = await open1080()
    await preview.getByRole('button', { name: 'Share' }).click()
    await preview.getByText('Copied!').waitFor()
    const link = await preview.evaluate(() => navigator.clipboard.readText())
    expect(link).toMatch(/\/s\/[\w-]+$/)
    const other = await harness.open(new URL(link).pathname)
    await ready(other)
    expect(await other.locator('h1').innerText()).toBe(await preview.locator('h1').innerText())
    await plays(other)
  })

  test('resumes a merged file with a range (C15)', async () => {
    const address = await downloadAddress(await open1080())
    const whole = Buffer.from(await (await fetch(address)).arrayBuffer())
    const head = await fetch(address, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length'), head.headers.get('accept-ranges')]).toEqual([
      200,
      String(whole.length),
      'bytes',
    ])
    const half = Math.floor(whole.length / 2)
    const validator = { 'if-range': head.headers.get('etag') ?? '' }
    const rest = await fetch(address, { headers: { range: `bytes=${half}-`, ...validator } })
    expect([rest.status, rest.headers.get('content-range')]).toEqual([
      206,
      `bytes ${half}-${whole.length - 1}/${whole.length}`,
    ])
    expect(Buffer.compare(Buffer.from(await rest.arrayBuffer()), whole.subarray(half))).toBe(0)
    const changed = await fetch(address, { headers: { range: 'bytes=5-', 'if-range': '"other"' } })
    expect(changed.status).toBe(200)
    const beyond = await fetch(address, { headers: { range: `bytes=${whole.length}-` } })
    expect(beyond.status).toBe(416)
  })

  test('starts no second merge after a reload', async () => {
    const preview = await open1080()
    const before = await downloadAddress(preview)
    const requests = harness.log().requests.length
    await preview.reload()
    await ready(preview, 5)
    expect(await downloadAddress(preview)).toBe(before)
    expect(harness.log().requests.length).toBe(requests)
  })
})
