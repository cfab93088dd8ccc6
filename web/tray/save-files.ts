import { makeZip } from 'client-zip'
import type { Loaded } from './load-file.ts'

export type SaveNames = {
  /** The name of the file if it is saved by itself. */
  own: string
  inZip: string
}

/** Where loaded files go. */
export type Sink = {
  add: (file: Loaded, names: SaveNames) => Promise<void>
  /** Saves what is still held. */
  end: () => Promise<void>
  /** Discards what is still held. */
  drop: () => void
}

/** A file that the browser has begun to save stays readable until the later ones have so many bytes. */
const MOST_BEHIND = 100_000_000
/** After one minute the browser has started to read the file. */
const READ_MS = 60_000

let behind: { url: string; bytes: number }[] = []

function forget(url: string) {
  URL.revokeObjectURL(url)
  behind = behind.filter((one) => one.url !== url)
}

export function press(href: string, name: string) {
  const link = document.createElement('a')
  link.href = href
  link.download = name
  link.click()
}

function saveBlob(body: Blob, name: string) {
  const url = URL.createObjectURL(body)
  behind.push({ url, bytes: body.size })
  press(url, name)
  setTimeout(() => forget(url), READ_MS)
  for (const { url: oldest } of behind.slice(0, -1)) {
    const held = behind.reduce((sum, { bytes }) => sum + bytes, 0)
    if (held > MOST_BEHIND) forget(oldest)
  }
}

function saveAlone(file: Loaded, name: string) {
  if ('href' in file) press(file.href, name)
  else saveBlob(file.body, name)
}

/** Each file is saved as soon as it is there. */
export const separateFiles = (onFile: () => void): Sink => ({
  async add(file, { own }) {
    saveAlone(file, own)
    onFile()
  },
  async end() {},
  drop() {},
})

type NamedFile = { name: string; input: Blob }

const zipOf = (files: readonly NamedFile[]): Promise<Blob> =>
  new Response(makeZip(files), { headers: { 'content-type': 'application/zip' } }).blob()

/** An archive is saved when it has this many bytes, and the next begins. While it is made it exists twice. */
export const ZIP_BYTES = 250_000_000

/**
 * Archives that are made in the memory of the page.
 * @param nameOf the name of an archive; `part` is null if there is only one
 */
export function heldZips(
  nameOf: (part: number | null) => string,
  onFile: () => void,
  zipBytes = ZIP_BYTES,
): Sink {
  let held: NamedFile[] = []
  let part = 1
  const save = async (isLast: boolean) => {
    if (held.length === 0) return
    const files = held
    held = []
    saveBlob(await zipOf(files), nameOf(isLast && part === 1 ? null : part))
    onFile()
    part += 1
  }
  return {
    async add(file, { own, inZip }) {
      if ('href' in file) return saveAlone(file, own)
      const bytes = held.reduce((sum, { input }) => sum + input.size, file.body.size)
      if (bytes > zipBytes) await save(false)
      held.push({ name: inZip, input: file.body })
    },
    end: () => save(true),
    drop() {
      held = []
    },
  }
}

type SavePicker = (options: { suggestedName: string }) => Promise<{
  createWritable: () => Promise<WritableStream<Uint8Array>>
}>

const pickerOf = () => (globalThis as { showSaveFilePicker?: SavePicker }).showSaveFilePicker

export const canWriteToDisk = (): boolean => pickerOf() !== undefined

/** Such as a full disk. Nothing of the archive stays. */
export class NotWritten extends Error {}

/** An archive that is written to the disk while it is made. Rejects if the visitor chooses no file. */
export async function zipOnDisk(name: string, onFile: () => void): Promise<Sink> {
  const handle = await pickerOf()!({ suggestedName: name })
  const disk = await handle.createWritable()
  const { readable, writable } = new TransformStream<NamedFile, NamedFile>()
  const files = writable.getWriter()
  const written = makeZip(readable)
    .pipeTo(disk)
    .catch((cause: unknown) => {
      throw new NotWritten('the archive is not written', { cause })
    })
  written.catch(() => undefined) // `add` and `end` tell it.
  return {
    async add(file, { own, inZip }) {
      if ('href' in file) return saveAlone(file, own)
      const write = files.write({ name: inZip, input: file.body }).catch(() => written)
      await Promise.race([write, written])
    },
    async end() {
      await Promise.all([files.close().catch(() => written), written])
      onFile()
    },
    drop: () => void files.abort().catch(() => undefined),
  }
}
