import { a, b, h, list, p, steps } from '../prose.ts'

/** Article 3: platforms compared. */
export const article = [
  p(
    'Why does one link give you a choice of fourteen formats and another exactly one? Why is a clip in 4K here and in 720p there? The answer rarely lies in the downloader. Every platform stores and delivers media in its own way, and a tool can only hand over what is there. This article goes through the platforms that people ask us about most, says what you can expect, and what is not possible.',
  ),
  p(
    'One remark before we start: platforms change without notice. A player is rebuilt overnight, a login wall goes up, and something that has worked for years stops for a week. The engine behind this site, yt-dlp, knows over 1000 sites; not every one works every day. What follows describes the rule, not a promise.',
  ),
  h('Four things that decide what you get'),
  list(
    [
      b('One file or two halves. '),
      'Some platforms offer a complete file. Others store pictures and sound apart, and they have to be merged. Both can be excellent; the second takes a few seconds more.',
    ],
    [
      b('What was uploaded. '),
      'No platform can show more than its author delivered. A clip filmed in 720p stays 720p, whatever the menu of the player suggests.',
    ],
    [
      b('How hard the platform compresses. '),
      'Short-video platforms shrink strongly, since most people watch on small screens. Film platforms leave more room.',
    ],
    [
      b('Who is allowed to look. '),
      'What asks for a login, an age check or a subscription is closed to us. We only handle what anybody could open in a fresh browser window.',
    ],
  ),
  h('YouTube'),
  p(
    'The widest choice of all. Resolutions run from 144p to 2160p and sometimes above, usually in several codecs: H.264 up to 1080p, VP9 and AV1 above that as well. A complete file exists only at 360p or so. Everything sharper comes as two halves, which we merge without converting: H.264 with AAC becomes an MP4 that plays everywhere; VP9 and AV1 with Opus become WebM.',
  ),
  p(
    'Two things are worth knowing. First, many videos now carry ',
    b('several sound tracks'),
    ', among them dubs made by machine. We take the original language by default and label a dub as what it is. Second, YouTube is strict with computers in data centres. At times it asks them to prove that they are people, and then an extraction fails that worked an hour before. Trying later helps more than trying often.',
  ),
  h('TikTok'),
  p(
    'TikTok stores complete files: picture and sound are together, nothing has to be merged. Most clips are upright and come in 540p to 1080p, in H.264 and often in H.265 too, which is smaller but not readable on every device. Beside the version with the watermark of the app, TikTok itself delivers one without it for playing in the browser. We offer that one; nothing is cut away or painted over.',
  ),
  p('Slideshows are pictures with music and not videos. What can be saved of them is the sound.'),
  h('Twitter/X'),
  p(
    'A post may hold up to four items. Videos are offered in two to four sizes, up to 1080p, as a complete MP4 or as a playlist for streaming. What looks like a GIF is really a short silent MP4: X converts each GIF on upload, so the MP4 is the original as far as the world is concerned. Protected accounts and posts marked as sensitive may ask for a login, and then we have to pass.',
  ),
  h('Facebook and Instagram'),
  p(
    'Facebook offers an SD and an HD version of most public videos, together with a finer ladder of halves. Whether a post is public is the whole question: many that look public to you are visible only because you are logged in. A simple test is to open the link in a private window. If you see a login page there, so do we.',
  ),
  p(
    'Instagram draws the line even tighter and shows most posts only to people with an account. Single public reels and posts work at times; stories, private profiles and most of the rest do not. We say so rather than letting you wait.',
  ),
  h('Vimeo'),
  p(
    'Vimeo is where film-makers show their work, and the quality is accordingly good: high bitrates, 1080p as a rule, 4K where it was uploaded. Delivery is by playlist, with sound often apart, so a merge is the usual way. Some authors allow a download with a button under the video; if there is one, take it, since it may be the very file they uploaded. Videos with a password, and those that may only be embedded on certain sites, are closed.',
  ),
  h('Bilibili'),
  p(
    'Bilibili delivers halves: pictures in H.264, H.265 and often AV1, sound in AAC. Without an account the ladder usually ends at 480p, in some cases at 720p or 1080p; the higher steps belong to members. That is why a video that your friend watches in 4K offers less here. Videos in several parts are handled part by part; a link with a part number leads to exactly that part. And you may paste the whole message that the app copies, Chinese text included: we look for the link in it.',
  ),
  h('Xiaohongshu (RedNote)'),
  p(
    'Posts hold either pictures or a complete MP4, mostly upright, up to 1080p and now and then above. In 2026, the platform began to show many posts only after a login, and since then a part of all links no longer works for anybody without one. Links copied fresh from the share menu of the app have the best chances, because they carry a token that ages within days.',
  ),
  h('SoundCloud'),
  p(
    'Tracks are streamed in MP3 at 128 kbps and in AAC at up to 160 kbps. That is the truth behind each promise of 320 kbps: an MP3 of that size can be made from it, but it cannot hold more than there was. We list the originals first and mark conversions as such. If the artist has switched on the download on the page of the track, that button may offer the master, and it is the better way. Go+ tracks are protected and can’t be saved; a preview of thirty seconds is all that anyone without a subscription hears.',
  ),
  h('Podcasts: Apple Podcasts, Player FM, Castbox, Xiaoyuzhou, TuneIn'),
  p(
    'Podcasts are the friendliest corner of the web. Most shows publish an open feed, and each episode in it is an ordinary audio file on the publisher’s server, usually MP3 at 64 to 192 kbps or M4A. The apps are only directories that point at it. What you save is therefore the original, without any conversion, and it does not matter in which app you found it.',
  ),
  list(
    [
      b('Apple Podcasts '),
      'works best with the link of a single episode, the kind that ends in an i= and a number. The link of a whole show leads to many episodes.',
    ],
    [b('Player FM and Castbox '), 'have a page for each episode; paste that one.'],
    [
      b('Xiaoyuzhou '),
      'is the home of many Chinese podcasts, and its episode pages name the file, mostly M4A. Episodes for paying listeners are closed.',
    ],
    [
      b('TuneIn '),
      'is mostly radio. A live station has no end and therefore can’t be saved as a file; a recorded episode can.',
    ],
  ),
  h('Spotify and other protected services'),
  p(
    'Spotify, Apple Music, Netflix, Disney+ and their kind encrypt what they deliver. The technical name is DRM. It is neither a bug nor a matter of the right tool: the key lives in the player and is meant to stay there, and breaking such a lock is forbidden in most countries. Sites that promise “Spotify to MP3” usually look for a song of the same name elsewhere and hope that you will not notice. We prefer a clear no. Many podcasts on Spotify are published openly too; paste the link from an open directory and you will get the original.',
  ),
  h('At a glance'),
  list(
    [b('Sharpest picture: '), 'YouTube and Vimeo, up to 4K where the author uploaded it.'],
    [b('Fastest: '), 'TikTok, Twitter/X, Xiaohongshu and podcasts, since nothing has to be merged.'],
    [b('Best sound: '), 'podcasts, because you get the publisher’s file; then Vimeo and YouTube.'],
    [b('Most often closed: '), 'Instagram, Facebook and Xiaohongshu, for want of a login.'],
    [b('Never: '), 'anything with DRM, live streams while they run, private and paid items.'],
  ),
  h('Everything else'),
  p(
    'Beyond the names above, the home page takes any public link. That a site is not on our list does not mean that it fails. Local broadcasters, universities, conference archives, museums and many small video hosts use ordinary players with ordinary files or playlists, and those are the easiest cases of all. Newspapers often embed a film from one of the large platforms: then the link of that platform is the better one to paste, as it leads straight to the source.',
  ),
  p(
    'What fails with unknown sites is mostly one of three things. The page asks for a click on a cookie wall before it shows its player. The film is protected, as it is at nearly every streaming service with a subscription. Or the page builds its player in a way that nobody has described yet. In the last case a report helps: new sites are taught to the engine every week by volunteers all over the world.',
  ),
  h('How we compare'),
  p(
    'For an article like this, numbers are tempting and mostly wrong within weeks. So here is what we look at instead when we judge a platform. Is there a complete file or only halves? How high does the ladder go without an account? Is the original sound offered, and in which codec? How long do the media links live: minutes, hours or for ever? And does the platform answer a computer in a data centre the way it answers a browser at home? The last question decides more than all the others, and no tool on a server can wish it away.',
  ),
  p(
    'It is also the reason why a program on your own computer, such as yt-dlp itself, can succeed where a website fails. If you are at home with a command line, try it. If you would rather not install anything, or hold a phone in your hand, that is what we are here for.',
  ),
  h('Where the limits of our side are'),
  p(
    'Some limits are our own. We handle one item at a time, not playlists or whole channels. Very long or very large items are refused before you have waited for them; the current figures are in the ',
    a('help center', '/help-center'),
    '. We only speak to public addresses. And we show what a format is before you choose it: its resolution, its size where the platform tells, and whether it is converted.',
  ),
  h('When a link fails'),
  steps(
    [
      b('Open it in a private window. '),
      'If you meet a login, a password or an age check there, nobody without an account gets further.',
    ],
    [
      b('Take the link of the item itself. '),
      'A profile, a search or a playlist leads to many things and not to one.',
    ],
    [
      b('Choose another format. '),
      'A format can vanish between two visits. The next one in the list is usually still there.',
    ],
    [
      b('Wait an hour. '),
      'Limits on the platform’s side pass by themselves; repeated attempts prolong them.',
    ],
    [
      b('Tell us. '),
      'If a link has worked before and now keeps failing, something has probably changed at the platform. A report with the link in it is the fastest way to a repair.',
    ],
  ),
  h('Which one is best?'),
  p(
    'For sharp pictures, YouTube and Vimeo, because their authors deliver well and the ladder is long. For quick saving without any waiting, TikTok, X and most podcasts, because a complete file is ready. For sound, podcasts by far: the file you get is the publisher’s own. And where something is closed, the best platform is the one on which its maker offers it openly; it is worth a short search.',
  ),
  p(
    'If the names of the formats are new to you, the article on ',
    a('containers and codecs', '/blog/1'),
    ' explains them in eight minutes. If you wonder what you may keep, the one on ',
    a('copyright and fair use', '/blog/2'),
    ' is for you.',
  ),
] as const
