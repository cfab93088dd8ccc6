import http from 'node:http'
import { DENIED } from './guard.ts'

/** The merger starts only if its guard refuses all of these notations. */
const PRIVATE = [
  '127.0.0.1:80',
  '169.254.169.254:80',
  '[::1]:443',
  '[::ffff:10.0.0.1]:443',
  '10.0.0.1:443',
  '0x7f000001:80',
]

export async function checkGuard(port: number): Promise<void> {
  for (const authority of PRIVATE)
    if (!(await refuses(port, authority)))
      throw new Error(`The merger cannot start: its egress guard does not refuse ${authority}.`)
}

function refuses(port: number, authority: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = http.request({
      host: '127.0.0.1',
      port,
      method: 'CONNECT',
      path: authority,
      agent: false,
    })
    request.on('connect', (answer, socket) => {
      socket.destroy()
      resolve(answer.statusCode === 403 && answer.headers[DENIED] === 'denied')
    })
    request.on('error', () => resolve(false))
    request.end()
  })
}
