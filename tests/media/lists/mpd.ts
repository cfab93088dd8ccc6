import { Failure } from '#contract/failure.ts'
import { readDash, timelineOf } from '#media/lists/dash.ts'

export const url = 'https://cdn.example/film/manifest.mpd'
export const mpd = (periods: string, attributes = 'type="static" mediaPresentationDuration="PT12S"') =>
  `<?xml version="1.0"?><!-- film --><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" ${attributes}>${periods}</MPD>`
export const set = (inner: string, attributes = 'mimeType="video/mp4" codecs="avc1.4d401f"') =>
  `<AdaptationSet ${attributes}>${inner}</AdaptationSet>`
export const period = (segments: string, attributes = '') =>
  `<Period ${attributes}>${set(`<Representation id="v" bandwidth="100">${segments}</Representation>`)}</Period>`
export const template = (attributes: string, timeline = '') =>
  `<SegmentTemplate media="$RepresentationID$-$Number%03d$-$Time$.m4s" initialization="i.mp4" ${attributes}>${timeline}</SegmentTemplate>`

export const read = (text: string, id = 'v') => {
  const presentation = readDash(text, url)
  const all = presentation.periods.flatMap(({ representations }) => representations)
  return timelineOf(
    presentation,
    all.find((one) => one.id === id)!,
  )
}
export const codeOf = (text: string) => {
  try {
    return read(text).runs.flatMap(({ parts }) => parts).length
  } catch (error) {
    return error instanceof Failure ? error.code : error
  }
}
export const names = (text: string) =>
  read(text).runs.map(({ parts }) => parts.map(({ urls }) => urls[0]!.split('/').at(-1)))
