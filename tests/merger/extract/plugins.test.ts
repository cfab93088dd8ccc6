import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import type net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { config } from '../../../merger/config.ts'
import { extract, failureFor, startMerger, type Merger } from '../rig.ts'
import { describeSealed } from '../../sealed.ts'
import { describeFullStack } from '../../stack.ts'

const NEEDS_TOKEN = 'https://www.youtube.com/watch?v=tokenvideo0'
const TOKEN = 'c2VhbGVkLXRva2Vu'

/**
 * A plug-in for yt-dlp that provides PO tokens. It requests the token from the URL in its argument
 * `base_url`.
 */
const PLUGIN = `
import json
from yt_dlp.extractor.youtube.pot.provider import PoTokenProvider, PoTokenResponse, register_provider
from yt_dlp.networking import Request

@register_provider
class StandInPTP(PoTokenProvider):
    PROVIDER_NAME = 'standin'
    PROVIDER_VERSION = '1.0'
    BUG_REPORT_LOCATION = 'nowhere'
    _SUPPORTED_CONTEXTS = None
    _SUPPORTED_CLIENTS = None
    _SUPPORTED_EXTERNAL_REQUEST_FEATURES = None

    def is_available(self):
        return True

    def _real_request_pot(self, request):
        url = self._configuration_arg('base_url', [''], casesense=True)[0]
        answer = self._request_webpage(Request(url + '/token', proxies={'all': None}))
        return PoTokenResponse(json.load(answer)['token'])
`

test.each([
  ['YTDLP_PLUGINS', 'relative/folder'],
  ['YTDLP_EXTRACTOR_ARGS', '{'],
  ['YTDLP_EXTRACTOR_ARGS', '{"youtube": {"player_client": "mweb"}}'],
  ['YTDLP_PROVIDER', 'socks5://127.0.0.1:1'],
])('a merger does not start when its environment contains %s=%s', (name, value) => {
  expect(() => config({ [name]: value })).toThrow(name)
})

describeSealed('plug-ins of yt-dlp can provide PO tokens', () => {
  describeFullStack('with the pinned packages of yt-dlp', () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'plugins-'))
    const asked: string[] = []
    const provider = http.createServer((request, response) => {
      asked.push(`${request.headers.host}${request.url}`)
      response.end(JSON.stringify({ token: TOKEN }))
    })
    let merger: Merger | undefined
    beforeAll(async () => {
      fs.mkdirSync(`${folder}/standin/yt_dlp_plugins/extractor`, { recursive: true })
      fs.writeFileSync(`${folder}/standin/yt_dlp_plugins/extractor/getpot_standin.py`, PLUGIN)
      provider.listen(0, '127.0.0.1')
      await once(provider, 'listening')
    })
    afterEach(async () => {
      await merger?.close()
      asked.length = 0
    })
    afterAll(() => {
      provider.close()
      fs.rmSync(folder, { recursive: true })
    })
    const origin = () => `127.0.0.1:${(provider.address() as net.AddressInfo).port}`
    const settings = () => ({
      YTDLP_PLUGINS: folder,
      YTDLP_PROVIDER: `http://${origin()}`,
      YTDLP_EXTRACTOR_ARGS: JSON.stringify({
        youtube: { player_client: ['mweb'], visitor_data: ['sealed'] },
        'youtubepot-standin': { base_url: ['{provider}'] },
      }),
    })

    test('puts a PO token of the provider into media links', async () => {
      merger = await startMerger(settings())
      const { renditions } = await extract(merger, NEEDS_TOKEN)
      expect(renditions.map(({ height }) => height)).toContain(1080)
      const single = renditions.find(({ height }) => height === 1080)!
      expect(new URL(single.url).searchParams.get('pot')).toBe(TOKEN)
      const answer = await fetch(single.url, { headers: { range: 'bytes=0-99' } })
      expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([206, 100])
      expect(asked[0]).toMatch(/^[0-9a-f]{32}\.invalid\/token$/)
    })

    test('blocks private addresses without YTDLP_PROVIDER', async () => {
      const { YTDLP_PROVIDER: _, ...rest } = settings()
      const args = rest.YTDLP_EXTRACTOR_ARGS.replace('{provider}', `http://${origin()}`)
      merger = await startMerger({ ...rest, YTDLP_EXTRACTOR_ARGS: args })
      await extract(merger, NEEDS_TOKEN).catch(() => undefined)
      expect(asked).toEqual([])
    })

    test('refuses a pasted link to the PO token provider', async () => {
      merger = await startMerger(settings())
      expect(await failureFor(merger, `http://${origin()}/`)).toBe('refused_address')
      expect(asked).toEqual([])
    })

    test('fails with "broken" without a plug-in for the PO token', async () => {
      merger = await startMerger()
      expect(await failureFor(merger, NEEDS_TOKEN)).toBe('broken')
    })
  })
})
