// The only global classes that contract/ and media/ may use: web standards of browsers, Workers and Node.
declare class URLSearchParams {
  constructor(init?: string | Record<string, string>)
  get(name: string): string | null
  has(name: string): boolean
  set(name: string, value: string): void
  append(name: string, value: string): void
  delete(name: string): void
  keys(): IterableIterator<string>
  toString(): string
}
declare class URL {
  constructor(url: string, base?: string)
  static canParse(url: string, base?: string): boolean
  static parse(url: string, base?: string): URL | null
  readonly href: string
  readonly origin: string
  protocol: string
  username: string
  password: string
  host: string
  hostname: string
  port: string
  pathname: string
  search: string
  hash: string
  readonly searchParams: URLSearchParams
  toString(): string
}

declare function atob(text: string): string
declare function btoa(text: string): string
declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>
}
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean })
  decode(bytes?: Uint8Array, options?: { stream?: boolean }): string
}

interface ByteReader {
  read(): Promise<{ done: boolean; value?: Uint8Array }>
  cancel(): Promise<void>
}
interface ByteWriter {
  write(bytes: Uint8Array): Promise<void>
  close(): Promise<void>
}
declare class DecompressionStream {
  constructor(form: 'deflate')
  readonly readable: { getReader(): ByteReader }
  readonly writable: { getWriter(): ByteWriter }
}
