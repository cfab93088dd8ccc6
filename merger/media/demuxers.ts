/** ffmpeg's names of the formats that may be read: a file that pretends to be a playlist must not open another one. */
export const MEDIA = 'mov,mp4,matroska,webm,mpegts,mp3,aac,ogg,flac,wav,flv,ac3,eac3,avi,asf,mpeg,aiff,amr'
