export function isText(head: Buffer): boolean {
  const beginning = head
    .toString('latin1', 0, 512)
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart()
  return beginning === '' ? head.length > 0 : /^(<|\{|\[|#EXTM3U|ffconcat|WEBVTT)/i.test(beginning)
}
