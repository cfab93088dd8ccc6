import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { StepFailed } from '../../lib/step.ts'
import { atEnd } from '../../lib/stop.ts'

const START_TRIES = 50

export async function startNginx({
  work,
  name,
  port,
  server,
  probe,
}: {
  work: string
  name: string
  port: number
  server: string
  probe: string
}): Promise<{ pid: number }> {
  const conf = `${work}/${name}.conf`
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${work}/${name}-${kind};`)
    .join(' ')
  // When root starts nginx, the worker process of nginx runs as another user by default. That user cannot
  // read the folder.
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  fs.writeFileSync(
    conf,
    `daemon off; worker_processes 1; pid ${work}/${name}.pid; error_log stderr; ${user}
     events { worker_connections 2048; }
     http { access_log off; sendfile on; keepalive_requests 1000000; types { video/mp4 mp4; text/html html; }
       default_type video/mp4; ${temporary}
       server { listen 127.0.0.1:${port}; ${server} } }`,
  )
  const child = spawn('nginx', ['-c', conf, '-p', work], { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = new Promise((resolve) => child.once('exit', resolve).once('error', resolve))
  atEnd(async () => {
    child.kill()
    await ended
  })
  await Promise.race([once(child, 'spawn'), ended])
  if (child.pid === undefined) throw new StepFailed('This bench needs nginx (apt install nginx-light).')
  for (let tries = 0; tries < START_TRIES && child.exitCode === null; tries++) {
    try {
      await fetch(`http://127.0.0.1:${port}${probe}`, {
        method: 'HEAD',
        signal: AbortSignal.timeout(5_000),
      })
      return { pid: child.pid }
    } catch {
      await sleep(100)
    }
  }
  throw new StepFailed(`nginx does not answer on port ${port}.`)
}
