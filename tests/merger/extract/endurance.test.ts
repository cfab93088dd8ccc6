import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { extractLines, processesUnder, startMerger } from '../rig.ts'
import { describeSealed } from '../../sealed.ts'

/**
 * Links with different outcomes. Some can be extracted, and some fail. Others lead to sites that send an
 * endless page, reset the connection or never respond.
 */
const links = [
  'https://cdn.example/combined-360.mp4',
  'https://video.example/watch/two-sources',
  'https://www.youtube.com/watch?v=',
  'https://x.com/maker/status/1001',
  'https://video.example/watch/text',
  'https://soundcloud.com/maker/drm',
  'https://private.test/',
  'https://dead.example/',
  'http://reset.example/',
  'https://endless.example/',
  'https://player.fm/series/made-up/gone',
  'https://streams.example/hls/master.m3u8',
]

const resident = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024

describeSealed('a merger stays healthy during 200 extractions in a row', () => {
  test.skipIf(!process.env['LONG'])(
    'leaves no process, file or growing memory behind',
    { timeout: 900_000 },
    async () => {
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'merger-endurance-'))
      const merger = await startMerger({ WORK_DIR: folder, EXTRACT_CHILDREN: '4' })
      const [parent] = processesUnder(process.pid)
      const linkOf = (n: number) =>
        `${links[n % links.length]}${n % links.length === 2 ? `id${String(n).padStart(9, '0')}` : ''}`
      let next = 0
      const run = async (until: number) => {
        while (next < until) {
          const n = next++
          const link = linkOf(n)
          const last = (await extractLines(merger, `${link}${link.includes('?') ? '&' : '?'}n=${n}`)).at(-1)
          expect(last?.state).toMatch(/done|failed/)
        }
      }
      const all = (until: number) => Promise.all([1, 2, 3, 4].map(() => run(until)))
      await all(40)
      const before = resident(parent!)
      await all(200)
      expect(processesUnder(process.pid)).toEqual([parent])
      expect(resident(parent!) - before).toBeLessThan(8)
      expect(fs.readdirSync(folder).filter((name) => name !== 'merges')).toEqual([])
      await merger.close()
      expect(processesUnder(process.pid)).toEqual([])
      fs.rmSync(folder, { recursive: true, force: true })
    },
  )
})
