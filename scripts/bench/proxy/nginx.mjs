import { execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import { StepFailed } from '../../lib/step.mjs'

/**
 * An nginx of its own folder.
 * @param {{ work: string, name: string, port: number, server: string, probe?: string }} options `server`: lines of its
 *   server block; `probe`: a path that answers once it listens
 * @returns {{ pid: number, end: () => Promise<void> }}
 */
export function startNginx({ work, name, port, server, probe = '/' }) {
  const conf = `${work}/${name}.conf`
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  fs.writeFileSync(
    conf,
    `daemon off; worker_processes 1; pid ${work}/${name}.pid; error_log stderr; user root;
     events { worker_connections 2048; }
     http { access_log off; sendfile on; keepalive_requests 1000000; types { video/mp4 mp4; text/html html; }
       default_type video/mp4; ${temporary.map((kind) => `${kind}_temp_path ${work}/${name}-${kind};`).join(' ')}
       server { listen 127.0.0.1:${port}; ${server} } }`,
  )
  const child = spawn('nginx', ['-c', conf, '-p', work], { stdio: ['ignore', 'ignore', 'inherit'] })
  child.once('error', () => console.error('nginx is not installed: this bench compares with it'))
  if (child.pid === undefined) throw new StepFailed('This bench needs nginx (apt install nginx-light).')
  for (let tries = 0; tries < 50; tries++) {
    try {
      execFileSync('curl', ['-sS', '-o', '/dev/null', '-I', '-m', '5', `http://127.0.0.1:${port}${probe}`], {
        stdio: 'ignore',
      })
      break
    } catch {
      execFileSync('sleep', ['0.1']) // not listening yet
    }
  }
  const end = () =>
    new Promise((resolve) => (child.kill('SIGTERM') ? child.once('exit', resolve) : resolve()))
  return { pid: child.pid, end }
}
