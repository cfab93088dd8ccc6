// ffmpeg command lines that create the media files of the sealed internet (the simulated internet of the
// tests). media.ts runs them in this order, because some of them read the files of earlier ones. Spaces
// separate the arguments; "~" stands for a space within an argument. Most media last 12 seconds. Videos show
// a moving test card, and audio is a tone of changing pitch.

const SECONDS = 12
const card = (size: string, seconds = SECONDS) =>
  `-f lavfi -i testsrc2=size=${size}:rate=25:duration=${seconds}`
const tone = (hertz: number, seconds = SECONDS) =>
  `-f lavfi -i aevalsrc=0.2*sin(2*PI*${hertz}*t*(1+0.1*sin(t))):s=44100:d=${seconds}`
const exact = '-map_metadata -1 -fflags +bitexact -flags:v +bitexact -flags:a +bitexact'
const h264 = (kbps: number) =>
  `-c:v libx264 -preset superfast -profile:v main -pix_fmt yuv420p -g 50 -keyint_min 50 -sc_threshold 0 -b:v ${kbps}k -maxrate ${kbps}k -bufsize ${kbps}k`
const aac = '-c:a aac -b:a 128k -ac 2'
const front = '-movflags +faststart'

export const recipes = [
  // Files with a single stream each.
  `${card('1920x1080')} ${h264(3_000)} ${exact} ${front} video-1080.mp4`,
  `${card('1280x720')} ${h264(1_500)} ${exact} ${front} video-720.mp4`,
  `${card('640x360')} ${h264(500)} ${exact} ${front} video-360.mp4`,
  `${tone(440)} ${aac} ${exact} ${front} audio.m4a`,
  `${tone(440)} -c:a libopus -b:a 96k -ac 2 ${exact} -f webm audio.weba`,
  `${card('1280x720')} -c:v libvpx-vp9 -deadline realtime -cpu-used 8 -row-mt 1 -b:v 1200k -g 50 ${exact} video-720.webm`,
  // Chromium without hardware decoders does not play HEVC.
  `${card('1920x1080')} -c:v libx265 -preset ultrafast -tag:v hvc1 -b:v 500k -x265-params log-level=error ${exact} ${front} hevc.mp4`,
  // Files with video and audio. Their streams are copied from other files without transcoding.
  `-i video-720.mp4 -i audio.m4a -c copy ${exact} ${front} combined-720.mp4`,
  `-i video-360.mp4 -i audio.m4a -c copy ${exact} ${front} combined-360.mp4`,
  `-i video-1080.mp4 -i audio.m4a -c copy ${exact} moov-at-end.mp4`,
  `-i video-720.webm -i audio.weba -c copy ${exact} combined-720.webm`,
  `-i video-1080.mp4 -i audio.m4a -c copy ${exact} -movflags frag_keyframe+empty_moov+default_base_moof fragmented.mp4`,
  // Three texts of its own: "Hello" from 1 s to 3 s.
  `-i combined-360.mp4 -f srt -i data:text/plain;base64,MQowMDowMDowMSwwMDAgLS0+IDAwOjAwOjAzLDAwMApIZWxsbwo= -map 0 -map 1 -map 1 -map 1 -c copy -c:s srt -metadata:s:s:0 language=ger -metadata:s:s:1 language=eng -metadata:s:s:2 language=eng -disposition:s:2 forced ${exact} titled.mkv`,
  // A file in AVI, an old container format.
  `-i combined-360.mp4 -c:v copy -c:a libmp3lame -b:a 128k ${exact} clip.avi`,
  // The next four files are an MP3 file, two images and a silent video.
  `${tone(330)} -c:a libmp3lame -b:a 128k -ac 2 ${exact} -id3v2_version 3 -metadata title=Tone audio.mp3`,
  `${card('1280x720', 1)} -frames:v 1 ${exact} picture.jpg`,
  `${card('600x600', 1)} -frames:v 1 ${exact} cover.jpg`,
  `-i audio.m4a -c:a flac ${exact} audio.flac`,
  // A film in wide format.
  `${card('1920x820', 3)} ${tone(440, 3)} ${h264(1_500)} ${aac} ${exact} ${front} scope.mp4`,
  `${card('320x180', 2)} -an ${h264(200)} ${exact} ${front} gif.mp4`,
  // The next four files are HLS playlists. They contain, in this order: two resolutions with a separate audio
  // track; video with audio; only audio; fragmented MP4.
  `-i video-1080.mp4 -i video-360.mp4 -i audio.m4a -map 0:v -map 1:v -map 2:a -c copy ${exact} -f hls -hls_time 4 -hls_playlist_type vod -master_pl_name master.m3u8 -var_stream_map v:0,agroup:sound~v:1,agroup:sound~a:0,agroup:sound,default:yes,language:en -hls_segment_filename hls/%v-%d.ts hls/%v.m3u8`,
  `-i combined-720.mp4 -c copy ${exact} -f hls -hls_time 4 -hls_playlist_type vod -hls_segment_filename plain/%d.ts plain/index.m3u8`,
  `-i audio.m4a -c copy ${exact} -f hls -hls_time 4 -hls_playlist_type vod -hls_segment_filename sound/%d.ts sound/index.m3u8`,
  `-i video-720.mp4 -i audio.m4a -map 0:v -map 1:a -c copy ${exact} -f hls -hls_time 4 -hls_playlist_type vod -hls_segment_type fmp4 -master_pl_name master.m3u8 -var_stream_map v:0,agroup:sound~a:0,agroup:sound,default:yes -hls_segment_filename fmp4/%v-%d.m4s fmp4/%v.m3u8`,
  // A DASH manifest with two resolutions and an audio track. It lists its segments with a SegmentTemplate.
  `-i video-1080.mp4 -i video-360.mp4 -i audio.m4a -map 0:v -map 1:v -map 2:a -c copy ${exact} -f dash -seg_duration 4 -adaptation_sets id=0,streams=0,1~id=1,streams=2 dash/manifest.mpd`,
  // A video of about 60 MB, so that a test can watch the progress of its merge.
  `-f lavfi -i testsrc2=size=1920x1080:rate=25:duration=4 -vf noise=alls=60:allf=t -c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 50 -b:v 12000k -maxrate 12000k -bufsize 12000k ${exact} piece.mp4`,
  `-stream_loop 9 -i piece.mp4 -c copy ${exact} ${front} long-1080.mp4`,
  `${tone(550, 40)} ${aac} ${exact} ${front} long.m4a`,
]
