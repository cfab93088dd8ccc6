import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { watchLog } from '../../internet/log.ts'
import { describeSealed } from '../../sealed.ts'

describeSealed('the walls around yt-dlp', () => {
  test('hold where a variable would lead around the proxy', async () => {
    const since = watchLog()
    const program = path.join(import.meta.dirname, '../../../merger/ytdlp/server.py')
    const child = spawn(
      process.env['PYTHON'] ?? '/usr/bin/python3',
      [program, 'http://127.0.0.1:9', process.execPath, '["Youtube"]'],
      {
        env: { ...process.env, NO_PROXY: '*' },
        stdio: ['pipe', 'pipe', 'inherit'],
      },
    )
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    await lines.next()
    child.stdin.write(`${JSON.stringify({ id: 1, url: 'http://10.0.0.5/secret.mp4', seconds: 10 })}\n`)
    const { value } = await lines.next()
    expect(value).toMatch(/egress refused|look-up refused/)
    child.stdin.end()
    expect(await once(child, 'close')).toEqual([0, null])
    expect(since().intrusions).toEqual([])
  })
})
