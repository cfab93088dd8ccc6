import { decodersOf } from '#contract/codecs/codecs.ts'
import { pictures } from '#contract/codecs/pictures.ts'
import { sounds } from '#contract/codecs/sounds.ts'

/** No playlist demuxer is among them, because a playlist could make ffmpeg open other files. */
export const MEDIA =
  'mov,mp4,matroska,webm,mpegts,mp3,aac,ogg,flac,wav,flv,ac3,eac3,avi,asf,mpeg,aiff,amr,caf,au'

/** Without a list, a crafted file could choose any of several hundred decoders. */
const PICTURE_DECODERS = [
  ...decodersOf(pictures),
  'mpeg1video,h263,flv,vp6f,wmv3,vc1,mjpeg,png', // Of old files, and of covers.
].join(',')

/** Every codec of sound that a container of `MEDIA` holds in practice. */
const SOUND_DECODERS = [
  ...decodersOf(sounds),
  'mp1,mp1float,libspeex,nellymoser,wmav1,wmav2,wmapro,wmalossless,wmavoice',
  'amrnb,amrwb,libopencore_amrnb,libopencore_amrwb,qcelp,gsm,libgsm,gsm_ms,libgsm_ms,ilbc,libilbc',
  'adpcm_ima_wav,adpcm_ima_qt,adpcm_ms,adpcm_swf,adpcm_yamaha,g722,g726,g726le,tta,wavpack',
  'pcm_u8,pcm_u16le,pcm_u16be,pcm_u24le,pcm_u24be,pcm_u32le,pcm_u32be,pcm_s8,pcm_alaw,pcm_mulaw',
  'pcm_s16le,pcm_s16be,pcm_s24le,pcm_s24be,pcm_s32le,pcm_s32be,pcm_s64le,pcm_s64be',
  'pcm_f16le,pcm_f24le,pcm_f32le,pcm_f32be,pcm_f64le,pcm_f64be,pcm_bluray,pcm_dvd,s302m',
].join(',')

/** ffmpeg decodes no stream whose decoder is missing here, not even to probe it. */
export function decodersFor(hasPicture: boolean, hasSound: boolean): string {
  return [...(hasPicture ? [PICTURE_DECODERS] : []), ...(hasSound ? [SOUND_DECODERS] : [])].join(',')
}
