import { invalidLink, severalItems, testAccepted, testRefused } from './lib/check-links.ts'

const VIDEO = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
const PLAYLIST = 'https://www.youtube.com/playlist?list=PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf'
const CLIP = 'https://www.youtube.com/clip/UgkxEbO97zSjq4l0nTs3R2GZWcLDn9rNKPVh'

testAccepted('youtube', {
  'https://www.youtube.com/v/dQw4w9WgXcQ': VIDEO,
  'https://www.youtube.com/e/dQw4w9WgXcQ': VIDEO,
  'https://www.youtube.com/watch/dQw4w9WgXcQ': VIDEO,
  'https://www.youtube.com/?v=dQw4w9WgXcQ': VIDEO,
  'https://www.youtube.com/get_video_info?video_id=dQw4w9WgXcQ': VIDEO,
  'https://youtube.googleapis.com/v/dQw4w9WgXcQ': VIDEO,
  'https://www.youtubeeducation.com/embed/dQw4w9WgXcQ': VIDEO,
  'https://www.youtube.com/playlist?list=%20PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf%20': PLAYLIST,
  'https://www.youtube.com/watch?list=PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf': PLAYLIST,
  'https://www.youtube.com/playlist?list=ECrAXtmErZgOeiKm4sgNOknGvNjby9efdf':
    'https://www.youtube.com/playlist?list=ECrAXtmErZgOeiKm4sgNOknGvNjby9efdf',
  [`${CLIP}/extra`]: CLIP,
})

testRefused('youtube', {
  [severalItems('a playlist')]: [
    'https://www.youtube.com/playlist',
    'https://www.youtube.com/watch?list=WL',
    'https://www.youtube.com/playlist?list=xPLrAXtmErZgOeiKm4sgNOknGvNjby9efdf',
    'https://www.youtube.com/playlist?list=PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf.x',
  ],
  [severalItems('a list')]: [
    'https://www.youtube.com/feed/trending',
    'https://www.youtube.com/hashtag/cats',
    'https://www.youtube.com/results?search_query=cats',
    'https://www.youtube.com/gaming',
    'https://www.youtube.com/source/dQw4w9WgXcQ/shorts',
  ],
  [severalItems('a channel')]: [
    'https://www.youtube.com/@somebody',
    'https://www.youtube.com/channel/UCuAXFkgsw1L7xaCfnd5JJOw',
    'https://www.youtube.com/c/somebody',
    'https://www.youtube.com/user/somebody/videos',
    'https://www.youtube.com/embed/',
  ],
  [severalItems('a post without a video')]: [
    'https://www.youtube.com/post/UgkxEbO97zSjq4l0nTs3R2GZWcLDn9rNKPVh',
    'https://www.youtube.com/channel/UCuAXFkgsw1L7xaCfnd5JJOw/community?lb=UgkxEbO97zSjq4l0nTs3R2GZWcLDn9rNKPVh',
  ],
  'This link leads to a channel’s live page, and streams can’t be saved while they run. Please paste the link of the video after the stream has ended.':
    [
      'https://www.youtube.com/@somebody/live',
      'https://www.youtube.com/embed/live_stream?channel=UCuAXFkgsw1L7xaCfnd5JJOw',
    ],
  [invalidLink('youtube')]: [
    'https://www.youtube.com/',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQx',
    'https://www.youtube.com/watch?v=xdQw4w9WgXcQ',
    'https://www.youtube.com/about/dQw4w9WgXcQ',
    'https://www.youtube.com/clip/xUgkxEbO97zSjq4l0nTs3R2GZWcLDn9rNKPVh',
    'https://www.youtube.com/clip/UgkxEbO97zSjq4l0nTs3R2GZWcLDn9rNKPVh.x',
    'https://www.youtube.com/premium',
  ],
})
