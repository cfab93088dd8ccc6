/** No playlist demuxer is among them, because a playlist could make ffmpeg open other files. */
export const MEDIA = 'mov,mp4,matroska,webm,mpegts,mp3,aac,ogg,flac,wav,flv,ac3,eac3,avi,asf,mpeg,aiff,amr'

/**
 * ffmpeg opens a decoder for every stream that it probes, so without this list a crafted file could choose
 * any of several hundred decoders.
 */
export const DECODERS = [
  'h264,hevc,vp8,vp9,av1,libdav1d,libaom-av1,mpeg4,mpeg2video,mpeg1video,h263,flv,vp6f,wmv3,vc1,mjpeg,png',
  'aac,aac_latm,mp3,mp3float,mp2,mp2float,opus,libopus,vorbis,libvorbis,flac,ac3,eac3,alac,wmav2,amrnb,amrwb',
  'pcm_u8,pcm_s16le,pcm_s16be,pcm_s24le,pcm_s24be,pcm_s32le,pcm_s32be,pcm_f32le,pcm_alaw,pcm_mulaw',
].join(',')
