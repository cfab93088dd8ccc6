import net from 'node:net'
import dns from 'node:dns/promises'
import { expect, test } from 'vitest'
import { watchLog } from '../internet/log.ts'
import { describeSealed } from '../sealed.ts'

/** Opens a TCP connection, sends no data and closes the connection. */
const dial = (host: string, port: number) =>
  new Promise<void>((resolve, reject) => {
    const socket = net.connect(port, host, () => resolve(void socket.destroy()))
    socket.once('error', reject)
  })

// These tests check the test environment. If the environment did not record a forbidden connection, the other
// suites would prove nothing.
describeSealed('the sealed internet behaves as the suites expect', () => {
  for (const [host, port] of [
    ['10.0.0.5', 80],
    ['169.254.169.254', 80],
    ['192.168.1.1', 443],
    ['93.184.216.34', 6379],
  ] as const)
    test(`the sealed internet records a connection to ${host}:${port}`, async () => {
      const since = watchLog()
      await dial(host, port)
      await expect
        .poll(() => since().intrusions.map((each) => `${each.dialled}:${each.port}`))
        .toEqual([`${host}:${port}`])
    })

  test('answers under a public name and records requests', async () => {
    const since = watchLog()
    const answer = await fetch('https://cdn.example/audio.mp3', { headers: { range: 'bytes=0-9' } })
    expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([206, 10])
    expect(since().requests.map((each) => [each.url, each.dialled])).toEqual([
      ['https://cdn.example/audio.mp3', '93.184.216.34'],
    ])
    expect(since().intrusions).toEqual([])
  })

  test('rebinds rebind.test at the second query', async () => {
    await expect(dns.lookup('nowhere.example')).rejects.toThrow('ENOTFOUND')
    expect(await dns.resolve4('7f000001.nip.test')).toEqual(['127.0.0.1'])
    await dns.resolve4('rebind.test')
    expect(await dns.resolve4('rebind.test')).toEqual(['127.0.0.1'])
  })

  test('the sealed internet has a host that cannot be reached', async () => {
    await expect(dial('dead.example', 443)).rejects.toThrow('EHOSTUNREACH')
  })
})
