import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import net, { type AddressInfo } from 'node:net'

/** The variables with which a program reaches `sites` by their names, over TLS, and nothing else. */
export async function internetOf(
  sites: Record<string, http.RequestListener>,
  folder: string,
): Promise<{ env: Record<string, string>; close: () => void }> {
  const [key, cert] = [`${folder}/key.pem`, `${folder}/cert.pem`]
  const names = Object.keys(sites).map((host) => `DNS:${host}`)
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  const subject = ['-subj', '/CN=stand-in', '-addext', `subjectAltName=${names.join(',')}`]
  execFileSync('openssl', ['req', '-x509', ...kind, ...subject, '-keyout', key, '-out', cert], {
    stdio: 'ignore',
  })
  const tls = https.createServer(
    { key: fs.readFileSync(key), cert: fs.readFileSync(cert) },
    (request, response) => sites[request.headers.host ?? '']?.(request, response),
  )
  const proxy = http.createServer(({ headers: { host = '' } }, response) =>
    response.writeHead(301, { location: `https://${host}/` }).end(),
  )
  proxy.on('connect', ({ url = '' }, client) => {
    client.on('error', () => undefined)
    const [host = '', port] = url.split(':')
    if (!sites[host]) return client.end('HTTP/1.1 502 Unknown Host\r\n\r\n')
    const server = net.connect(portOf(port === '80' ? proxy : tls), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n')
      client.pipe(server).pipe(client)
    })
    server.on('error', () => client.destroy())
  })
  for (const server of [tls, proxy])
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${portOf(proxy)}`
  return {
    env: {
      HTTP_PROXY: address,
      HTTPS_PROXY: address,
      NO_PROXY: '',
      NODE_USE_ENV_PROXY: '1',
      NODE_EXTRA_CA_CERTS: cert,
      REQUESTS_CA_BUNDLE: cert,
    },
    close: () => {
      for (const server of [tls, proxy]) {
        server.closeAllConnections()
        server.close()
      }
    },
  }
}

const portOf = (server: net.Server) => (server.address() as AddressInfo).port
