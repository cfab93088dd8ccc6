import { codecFamily } from '#contract/codecs/codecs.ts'
import type { Rendition } from '#contract/engine/extraction.ts'
import { mainCodec } from '#contract/engine/kinds.ts'
import { refOf, type RenditionRef } from '#contract/engine/merge.ts'
import { Failure } from '#contract/failure.ts'
import { linesOf } from '#contract/lines.ts'

/** Each costs a list and the first bytes of its parts. */
const MAX_OTHERS = 3

type Open<Opened> = (rendition: Rendition, ref: RenditionRef) => Promise<Opened>

/** If the parts of a picture cannot be joined, those of another size of the same list often can. */
export async function openJoinable<Opened>(
  wanted: Rendition,
  ref: RenditionRef,
  renditions: Rendition[],
  open: Open<Opened>,
): Promise<Opened> {
  try {
    return await open(wanted, ref)
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'split') throw error
    for (const other of othersOf(wanted, renditions)) {
      const opened = await open(other, refOf(other)).catch((again: unknown) => {
        if (!(again instanceof Failure)) throw again
      })
      if (opened) return opened
    }
    throw error
  }
}

function othersOf(wanted: Rendition, renditions: Rendition[]): Rendition[] {
  const distance = (one: Rendition) => Math.abs((linesOf(one) ?? 0) - (linesOf(wanted) ?? 0))
  return renditions
    .filter((one) => one.id !== wanted.id && one.kind === wanted.kind && isAlike(one, wanted))
    .toSorted((a, b) => distance(a) - distance(b))
    .slice(0, MAX_OTHERS)
}

function isAlike(one: Rendition, wanted: Rendition): boolean {
  return (
    listOf(one) !== undefined &&
    listOf(one) === listOf(wanted) &&
    one.transport === wanted.transport &&
    one.language === wanted.language &&
    codecFamily(mainCodec(one)) === codecFamily(mainCodec(wanted))
  )
}

const listOf = ({ transport, manifest, url }: Rendition) => (transport === 'dash' ? url : manifest)
