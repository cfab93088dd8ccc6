/**
 * What the merger calls versions of a picture or sound that most sites have no name for. The name of a
 * language can stand before `hardSubtitles`. Keys of formats contain them.
 */
export const versionNames = {
  readAloud: 'subtitles read aloud',
  hardSubtitles: 'subtitles in the picture',
  signLanguage: 'sign language in the picture',
  clearSpeech: 'clear speech',
} as const
