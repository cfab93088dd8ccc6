import fs from 'node:fs'
import net from 'node:net'
import { folderOf } from './folders.ts'
import { Program } from './program.ts'
import { pythonOf } from './python.ts'
import { type Settings, settingsOfMerger } from './settings.ts'

const root = new URL('../..', import.meta.url).pathname.replace(/\/$/, '')

export function passedOn(env: NodeJS.ProcessEnv): Record<string, string> {
  const names = ['PATH', 'HOME', 'TMPDIR', 'SSL_CERT_FILE', 'NODE_EXTRA_CA_CERTS']
  return Object.fromEntries(names.flatMap((name) => (env[name] ? [[name, env[name]]] : [])))
}

/** Starts again on SIGHUP, after its merges have ended: with a new yt-dlp (../yt-dlp/update.ts). */
export function startMerger(settings: Settings, env: NodeJS.ProcessEnv, keys: string): Program {
  fs.writeFileSync(folderOf(settings.DATA, 'run/pid'), String(process.pid))
  const merger = new Program('merger', () => {
    const { command, env: own } = mergerCommand(settings, env, pythonOf(settings))
    return { command, env: { ...own, MERGER_KEYS: keys } }
  })
  process.on('SIGHUP', () => merger.restart())
  return merger
}

export function mergerCommand(settings: Settings, env: NodeJS.ProcessEnv, python: string) {
  const { DATA, MERGER_PORT, SANDBOX } = settings
  return {
    command: [process.execPath, `${root}/merger/server.ts`],
    env: {
      ...passedOn(env),
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(MERGER_PORT),
      WORK_DIR: folderOf(DATA, 'work'),
      PYTHON: python,
      SANDBOX,
      YTDLP_PLUGINS: `${root}/merger/plugins:${folderOf(DATA, 'plugins')}`,
      ...settingsOfMerger(env),
      BUILD: env['BUILD'] ?? '',
    },
  }
}

export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1')
    socket.once('connect', () => (socket.destroy(), resolve(true)))
    socket.once('error', () => resolve(false))
  })
}
