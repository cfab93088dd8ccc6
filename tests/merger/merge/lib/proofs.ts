import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { Proof } from '#contract/engine/merge.ts'
import { Failure } from '#contract/failure.ts'
import { verify, type RequiredProperties } from '../../../../merger/merge/proof/verify.ts'

/** Writes a file that is deleted at the end of the test, and returns its path. */
export function written(bytes: Buffer): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'proof-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'file')
  writeFileSync(file, bytes)
  return file
}

/** Requirements for a file with only an audio stream. The duration of the source is unknown. */
export const AUDIO_ONLY = {
  hasVideo: false,
  hasAudio: 'yes',
  video: null,
  audio: null,
  longest: null,
  isPair: false,
  pageSeconds: null,
  indexReserve: 0,
} as const satisfies Omit<RequiredProperties, 'container'>

/** Requirements for a file with only a video stream. The duration of the source is unknown. */
export const VIDEO_ONLY = { ...AUDIO_ONLY, hasVideo: true, hasAudio: 'no' } as const

/** Verifies a file with the content `bytes`, and returns its proof. */
export const verifyBytes = (bytes: Buffer, required: RequiredProperties): Promise<Proof> =>
  verify(written(bytes), required)

/** Returns the reason why `verify` refuses a file. Throws an Error if `verify` accepts the file. */
export async function rejectionOf(file: string, required: RequiredProperties): Promise<string> {
  const error: unknown = await verify(file, required).then(
    () => null,
    (failure: unknown) => failure,
  )
  if (!(error instanceof Failure)) throw new Error('was proven')
  expect(error.code).toBe('merge_failed')
  return (error.cause as Error).message
}

/** Returns the reason why `verify` refuses a file with the content `bytes`. */
export const reasonFor = (bytes: Buffer, required: RequiredProperties): Promise<string> =>
  rejectionOf(written(bytes), required)
