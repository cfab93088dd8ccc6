/** For a body that nobody reads. If it has already failed, `cancel` rejects. */
export function drop(body: ReadableStream | null | undefined): void {
  void body?.cancel().catch(() => undefined)
}
