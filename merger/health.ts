import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Health } from '#contract/engine/health.ts'
import { ENGINE_VERSION } from '#contract/engine/version.ts'
import type { Extractor } from './extract/extractor.ts'
import type { Route } from './http/route.ts'
import { ageInDays } from './extract/self-test.ts'
import type { Sandbox } from './process/sandbox.ts'
import { json } from './http/json-body.ts'

type Load = { busy: number; slots: number }

type Sources = {
  extractor: Extractor
  ffmpeg: string
  build: string | undefined
  sandbox: Sandbox
  merges(): Load
  isDraining(): boolean
  openCalls(): number
}

export function healthRoute(sources: Sources): Route {
  const handle: Route['handle'] = async ({ response }) => {
    const version = await sources.extractor.version
    const health: Health = {
      v: ENGINE_VERSION,
      boot: sources.extractor.boot,
      yt_dlp: version,
      yt_dlp_age_days: ageInDays(version, Date.now()),
      ffmpeg: sources.ffmpeg,
      ...(sources.build !== undefined && { build: sources.build }),
      ...sources.extractor.parts,
      sandbox: sources.sandbox,
      merges: sources.merges(),
      extractions: sources.extractor.load(),
      draining: sources.isDraining(),
      calls: sources.openCalls() - 1,
      ...sources.extractor.outcomes.counts,
    }
    json(response, 200, health)
  }
  return { method: 'GET', path: /^\/healthz$/, handle }
}

export async function ffmpegVersion(program: string): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, ['-version'], { timeout: 10_000 })
    return /version (\S+)/.exec(stdout)?.[1] ?? 'unknown'
  } catch (cause) {
    throw new Error(`The merger cannot start: ${program} does not run. Install ffmpeg or set FFMPEG.`, {
      cause,
    })
  }
}
