import fs from 'node:fs'
import { root } from '../../internet/cache.ts'
import { python } from '../../python.ts'
import type { Way } from './machine.ts'

const WORKERD = `${root}/node_modules/@cloudflare/workerd-linux-${process.arch === 'x64' ? '64' : 'arm64'}/bin/workerd`

export function hereOf(data: string, env: Record<string, string>, args: readonly string[]): Way {
  const settings = {
    DATA: data,
    HOST: '127.0.0.1',
    PYTHON: python,
    WORKERD,
    SANDBOX: 'report',
    TMPDIR: `${data}/tmp`,
    ...env,
  }
  const set = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
  const machine = (words: readonly string[]) => ['env', ...set, process.execPath, 'machine/main.ts', ...words]
  return {
    start: machine(args),
    command: machine,
    end: async (signal, { pid }) => void process.kill(signal === 'SIGKILL' ? -pid! : pid!, signal),
    processes: async () => fs.readdirSync('/proc').flatMap((name) => processOf(name, data)),
    remove: async () => undefined,
  }
}

function processOf(pid: string, data: string): { args: string; kib: number }[] {
  try {
    const args = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    const [, kib = '0'] = /VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return args.includes(data) ? [{ args, kib: Number(kib) }] : []
  } catch {
    return [] // Not a process, or one that has ended.
  }
}
