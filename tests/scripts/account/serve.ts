import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Account, TOKEN } from './account.ts'
import { ACCOUNT } from './containers.ts'

/** `env`: with it, a command reaches the imitated account. */
export async function serve({ api }: Account): Promise<{ env: Record<string, string>; close: () => void }> {
  const server = http.createServer(api)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    env: {
      CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${port}`,
      CLOUDFLARE_ACCOUNT_ID: ACCOUNT,
      CLOUDFLARE_API_TOKEN: TOKEN,
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
