// The two stream classes of workerd that Node lacks, for tests of the edge in Node (mutation.config.ts).

class FixedLength extends TransformStream<Uint8Array, Uint8Array> {
  constructor(length: number) {
    let left = length
    super({
      transform(chunk, controller) {
        left -= chunk.byteLength
        if (left < 0) throw new TypeError('more bytes than the fixed length')
        controller.enqueue(chunk)
      },
      flush() {
        if (left > 0) throw new TypeError('fewer bytes than the fixed length')
      },
    })
  }
}

Object.assign(globalThis, { FixedLengthStream: FixedLength, IdentityTransformStream: TransformStream })
