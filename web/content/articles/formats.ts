import { a, b, h, list, p, steps } from '../prose.ts'

/** Article 1: formats and codecs. */
export const article = [
  p(
    'You paste a link, and a list opens: 1080p MP4, 1080p WebM, 720p MP4, Audio M4A, MP3. Which one is right? The honest answer is that it depends on where the file will be played, and that two minutes of background are enough to choose well for years. This article gives you that background, and at the end a short list of answers.',
  ),
  h('A container is only the box'),
  p(
    'The part of a file name behind the dot, such as ',
    b('.mp4'),
    ', ',
    b('.webm'),
    ' or ',
    b('.mkv'),
    ', names the container. A container is a box. Inside lie one or more streams: usually one stream of pictures and one of sound, sometimes subtitles, chapters and a cover image. The box also carries a table of contents that tells a player at which byte each moment of the film begins. That table is what lets you jump to minute forty.',
  ),
  p(
    'The box says almost nothing about quality. The same pictures can be moved from one container to another without changing a single pixel. This is called remuxing, and it takes seconds, because nothing is computed anew. When somebody says that MKV looks better than MP4, they have compared two different contents, not two boxes.',
  ),
  list(
    [
      b('MP4'),
      ' is the common language. Phones, televisions, editors, messengers and game consoles of the last fifteen years read it. If you do not know what you need, take MP4.',
    ],
    [
      b('WebM'),
      ' is the box of the open codecs: VP8, VP9 and AV1 for pictures, Vorbis and Opus for sound. Browsers on computers and on Android love it; Apple devices learned it late and only in parts.',
    ],
    [
      b('MKV'),
      ' (Matroska) holds nearly anything: odd codecs, many sound tracks, many subtitles. It is excellent for a media library and VLC, and poor for sending to a friend, since many phones and messengers refuse it.',
    ],
    [
      b('MOV'),
      ' is the older relative of MP4 from Apple. Cameras and editors use it; the two are so close that many players treat them alike.',
    ],
  ),
  h('A codec is the language inside'),
  p(
    'Raw video is absurdly large. One second of full HD at thirty pictures a second is about 187 megabytes before compression. A codec is the agreed method of shrinking it, mostly by describing what has changed since the last picture instead of drawing everything again. The player must know the same method, and that is where compatibility is won or lost.',
  ),
  list(
    [
      b('H.264'),
      ', also called AVC, is from 2003 and plays everywhere. Practically every phone, laptop and television sold today has a circuit for it, so that playing costs little battery.',
    ],
    [
      b('H.265'),
      ', also called HEVC, needs roughly a third to a half fewer bits for the same look. Apple devices and modern televisions play it; browsers on computers do so only where the system and its graphics chip help.',
    ],
    [
      b('VP9'),
      ' is the open answer of the same generation. Video platforms use it for their sharpest pictures. Every current desktop browser and Android plays it.',
    ],
    [
      b('AV1'),
      ' is the newest of the four and the most frugal. Current browsers decode it, if need be by brute force on the processor; older phones and televisions do not, and a ten-year-old laptop may stutter.',
    ],
  ),
  p(
    'Sound has codecs as well. ',
    b('AAC'),
    ' is the companion of H.264 and plays everywhere. ',
    b('Opus'),
    ' is the best at low rates and the companion of VP9 and AV1. ',
    b('MP3'),
    ' is the oldest and the least efficient, and still the one that every car radio understands.',
  ),
  h('Resolution is not quality'),
  p(
    '1080p means that the picture has 1,080 lines. It says nothing about how carefully those lines were stored. The ',
    b('bitrate'),
    ', the number of bits spent on a second, says more. A 1080p file at 5 Mbps usually looks better than a 1080p file at 1.5 Mbps, and a good 720p file can beat both on a phone. When a list shows a size in megabytes beside each format, it shows you the bitrate in disguise: the same minutes in more megabytes mean more bits per second.',
  ),
  p(
    'Comparing sizes is only fair within one codec. Thirty megabytes of AV1 can hold what H.264 needs fifty for. So read the codec first and then the size.',
  ),
  p(
    'Two more numbers appear now and then. ',
    b('60 fps'),
    ' means sixty pictures a second; sport and games look smoother, everything else merely becomes larger. ',
    b('HDR'),
    ' means a wider range of brightness and colour. On a screen that supports it, it is beautiful. On one that does not, it can look grey and washed out. If you do not know what your screen does, take the version without HDR.',
  ),
  h('Why picture and sound come apart'),
  p(
    'Old web video was one file with everything in it. Today most platforms store pictures and sound separately and let the player fetch matching pieces. That saves them space: six resolutions can share one sound track. It also means that above a certain height there is no complete file. At YouTube, for instance, the ready-made complete file usually ends at 360p; everything sharper exists as two halves.',
  ),
  p(
    'A downloader has to put the halves together, which is called merging or muxing. Done well it is lossless: both streams are copied as they are and only the box is new. Done badly, it produces files that play in one program and not in the next. A frequent mistake is the fragmented MP4, a form made for streaming, in which the table of contents is scattered across the file. Messengers, galleries and editing programs stumble over it: no length shown, no seeking, wrong frame rate.',
  ),
  p(
    'This site writes the table of contents to the front of every MP4 that it merges, never fragments it, and opens the finished file to compare its length and its streams with the source before you see a button. Where the streams do not fit into MP4, you are offered WebM or MKV instead.',
  ),
  h('Audio: copy first, convert second'),
  p(
    'If all you want is the sound, look for the original track first. On most platforms that is M4A with AAC at about 128 kbps, or Opus in WebM. Taking it as it is costs no quality at all.',
  ),
  p(
    'MP3 is different. No large video platform stores MP3, so an MP3 has to be computed from AAC or Opus, and each such conversion throws a little away. It is worth it when your player insists on MP3. But mind the number: ',
    b('a 320 kbps MP3 made from a 128 kbps source does not sound better than the source'),
    '. It only stores the same sound in more bytes, so that nothing further is lost. This is why we mark such a choice as converted. For speech, 128 kbps is plenty; for music out of a 128 kbps source, 192 kbps loses practically nothing that ears can find.',
  ),
  p(
    'Podcasts are the happy exception. Many publishers store the episode as an ordinary MP3 or M4A on their own server. There is nothing to merge and nothing to convert: the file that you save is the file that they published, with its cover and its chapters if it has any.',
  ),
  h('Why the same video has so many sizes'),
  p(
    'A platform keeps one video in many renditions: 144p for a weak connection in a tunnel, 2160p for a television, and several between. For the heights that are asked for most, it often keeps two or three codecs as well. A list with fourteen rows is not a trick; it is what is really there. We only leave out the doubles.',
  ),
  p(
    'The steps are less regular than they seem. A video filmed upright has its lines counted across the shorter side, so that an upright clip of 1080 by 1920 is called 1080p too. Old uploads end early, because nobody can add lines that the camera did not record. And a platform may create the large renditions hours after the small ones. If a fresh upload offers only 360p, ask again later.',
  ),
  h('A choice for each purpose'),
  list(
    [b('To watch on any phone or television: '), 'MP4 with H.264, 1080p. If space is short, 720p.'],
    [b('iPhone, iPad, Mac: '), 'MP4 with H.264 or H.265. Avoid WebM unless you play it in VLC.'],
    [b('Android and desktop browsers: '), 'anything; WebM with VP9 is smaller for the same look.'],
    [b('To send by messenger: '), 'MP4 with H.264, 720p or less.'],
    [b('To edit: '), 'MP4 with H.264 and the highest resolution offered.'],
    [b('To keep for years: '), 'the largest file, whatever its codec; MKV is fine here.'],
    [b('To listen in the car: '), 'MP3 at 192 kbps, or M4A if the radio is younger than about ten years.'],
    [b('To listen anywhere else: '), 'the original M4A or Opus track.'],
  ),
  h('When a file does not play'),
  steps(
    [
      b('Try another player. '),
      'VLC is free and plays practically everything. If the file runs there, it is whole and only your usual player lacks the codec.',
    ],
    [
      b('Check the length and the size. '),
      'If both are much smaller than expected, the download was cut off. Save it again; a good server lets your browser continue where it stopped.',
    ],
    [
      b('Choose the same resolution in another codec. '),
      'Picture without sound, or sound on a black screen, is nearly always a codec that the device does not know. The MP4 with H.264 helps.',
    ],
    [
      b('Look at the name. '),
      'Some systems trust only the letters behind the dot. A WebM file that somebody renamed to .mp4 is still WebM, and a strict player will say no.',
    ],
  ),
  h('Four myths'),
  list(
    [
      b('“4K is always better.” '),
      'On a six-inch screen nobody sees more than 1080p. 4K costs four times the pixels and, on an older device, a stuttering picture.',
    ],
    [
      b('“Converting to a higher resolution improves it.” '),
      'What the camera did not record cannot be added by saving it larger.',
    ],
    [
      b('“Downloading reduces the quality.” '),
      'Copying changes nothing. Only converting does, and a good tool tells you when it converts.',
    ],
    [b('“A bigger MP3 number means better sound.” '), 'Only if the source was better.'],
  ),
  h('In one sentence'),
  p(
    'Take MP4 with H.264 when in doubt, the original M4A for sound, WebM when you know that it plays, and never pay for a number that the source does not have. If you would like to see how this looks step by step, the ',
    a('how-to guide', '/how-to-download-videos'),
    ' shows it for every device, and the ',
    a('platform comparison', '/blog/3'),
    ' says which qualities you can expect where.',
  ),
] as const
