import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { check } from 'recheck'
import { root } from '../step.ts'
import { nameOf, type Expression } from './sources.ts'

const KEPT = `${root}/.cache/expressions.json`
/** Milliseconds for each of the two ways in which recheck looks. */
const PROOF = 1_000
const SEARCH = 4_000
/** The search tries texts of at most this length; the proof has no limit. */
const LONGEST_TEXT = 20_000

/** `unknown`: no text that costs more was found in time, on this machine. */
type Weight = 'linear' | 'more' | 'unknown'

const WEIGHTS = { safe: 'linear', vulnerable: 'more', unknown: 'unknown' } as const

/** What was weighed before is not weighed again. */
export async function weigh(all: readonly Expression[]): Promise<Map<string, Weight>> {
  const kept = remembered()
  for (const one of all) {
    const key = createHash('sha256').update(nameOf(one)).digest('hex')
    kept[key] ??= await weightOf(one)
  }
  mkdirSync(path.dirname(KEPT), { recursive: true })
  writeFileSync(KEPT, JSON.stringify(kept))
  const keyOf = (one: Expression) => createHash('sha256').update(nameOf(one)).digest('hex')
  return new Map(all.map((one) => [nameOf(one), kept[keyOf(one)]!]))
}

function remembered(): Record<string, Weight> {
  try {
    return JSON.parse(readFileSync(KEPT, 'utf8')) as Record<string, Weight>
  } catch {
    return {}
  }
}

export async function weightOf({ source, flags }: Expression): Promise<Weight> {
  const proof = await check(source, flags, { checker: 'automaton', timeout: PROOF })
  const found =
    proof.status === 'unknown'
      ? await check(source, flags, {
          checker: 'fuzz',
          timeout: SEARCH,
          maxAttackStringSize: LONGEST_TEXT,
          maxIteration: 5,
        })
      : proof
  return WEIGHTS[found.status]
}
