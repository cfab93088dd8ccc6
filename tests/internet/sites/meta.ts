import { isChromeLike } from '../../../merger/egress/client-hello.ts'
import { file, html, json, redirect, refuse, scriptOf } from '../answers.ts'
import type { Site } from '../site.ts'

// The data that yt-dlp 2026.10 reads from Facebook and Instagram (extractor/facebook.py,
// extractor/instagram.py): JSON of Facebook's framework Relay in script elements of the page.

const cached = (data: object) =>
  scriptOf(
    {
      require: [
        [
          'ScheduledServerJS',
          'handle',
          null,
          [
            {
              __bbox: {
                require: [
                  [
                    'RelayPrefetchedStreamCache',
                    'next',
                    [],
                    ['key', { __bbox: { complete: true, result: { data } } }],
                  ],
                ],
              },
            },
          ],
        ],
      ],
    },
    'type="application/json" data-sjs',
  )

const LOGIN = '<!doctype html><title>Facebook</title><form id="login_form"></form>'
const video = (id: string) => ({
  id,
  __typename: 'Video',
  name: 'A made-up Facebook video',
  owner: { id: '1', name: 'Maker' },
  playable_duration_in_ms: 12_000,
  preferred_thumbnail: { image: { uri: 'https://scontent.fbcdn.net/cover.jpg' } },
  playable_url: 'https://video.fbcdn.net/sd.mp4?oe=7FFFFFFF',
  playable_url_quality_hd: 'https://video.fbcdn.net/hd.mp4?oe=7FFFFFFF',
})

/** A live video after its end. */
const ended = { ...video('3000000004'), is_video_broadcast: true, is_live_streaming: false }

/** Returns a post with several videos. */
const post = (...ids: string[]) => ({
  node: {
    comet_sections: {
      content: {
        story: {
          attachments: [
            {
              styles: {
                attachment: { all_subattachments: { nodes: ids.map((id) => ({ media: video(id) })) } },
              },
            },
          ],
        },
      },
    },
  },
})

/**
 * Facebook: video 3000000001 plays, 3000000004 was live, pfbidTwoVideos is a post with two videos, and
 * 3000000002 requires a login. Media requests with the User-Agent of a browser get 403.
 */
export const facebook: Site = {
  hosts: ['www.facebook.com', 'm.facebook.com', 'facebook.com', 'fb.watch', '.fbcdn.net'],
  answer({ host, path, query, headers, hello }) {
    if (host === 'scontent.fbcdn.net') return file('picture.jpg')
    if (host.endsWith('.fbcdn.net')) {
      if (!headers['user-agent']?.startsWith('facebookexternalhit'))
        return refuse(403, 'These media need another User-Agent.')
      return file(path === '/hd.mp4' ? 'combined-720.mp4' : 'combined-360.mp4')
    }
    if (host === 'fb.watch' || path.startsWith('/share/'))
      return redirect('https://www.facebook.com/watch/?v=3000000001')
    if (path.endsWith('/posts/pfbidTwoVideos'))
      return html(
        `<!doctype html><title>A post | Facebook</title>${cached(post('3000000011', '3000000012'))}`,
      )
    const id = query.get('v') ?? /\/(?:videos|reel)\/(\d+)/.exec(path)?.[1]
    if (!id || id === '3000000002') return html(LOGIN)
    // Video 3000000003 is sent only to clients with a TLS handshake like a browser's.
    if (id === '3000000003' && !(hello && isChromeLike(hello))) return refuse(403, 'Update your browser.')
    return html(
      `<!doctype html><title>A made-up Facebook video | Facebook</title>${cached({ video: id === ended.id ? ended : video(id) })}`,
    )
  },
}

const instagramVideo = {
  pk: '3000000000000000001',
  code: 'SealedPost1',
  user: { pk: '1', username: 'maker', full_name: 'Maker' },
  caption: { text: 'A made-up Instagram post' },
  taken_at: 1_767_000_000,
  video_duration: 12,
  has_audio: true,
  image_versions2: {
    candidates: [{ url: 'https://scontent.cdninstagram.com/cover.jpg', width: 640, height: 360 }],
  },
  video_versions: [
    { id: 'hd', type: 101, width: 1_280, height: 720, url: 'https://scontent.cdninstagram.com/hd.mp4' },
    { id: 'sd', type: 102, width: 640, height: 360, url: 'https://scontent.cdninstagram.com/sd.mp4' },
  ],
}
const posts: Record<string, object> = {
  SealedPost1: instagramVideo,
  SealedPost2: {
    ...instagramVideo,
    carousel_media: [instagramVideo, { ...instagramVideo, pk: '3000000000000000002' }],
  },
}
const instagramPicture = (pk: string) => ({
  pk,
  user: instagramVideo.user,
  image_versions2: {
    candidates: [
      { url: `https://scontent.cdninstagram.com/${pk}.jpg`, width: 1_280, height: 720 },
      { url: `https://scontent.cdninstagram.com/${pk}-small.jpg`, width: 320, height: 180 },
    ],
  },
})
/** A carousel with a picture, a video, a picture and a video. */
posts.SealedPost3 = {
  ...instagramVideo,
  carousel_media: [
    instagramPicture('3000000000000000011'),
    { ...instagramVideo, pk: '3000000000000000012' },
    instagramPicture('3000000000000000013'),
    { ...instagramVideo, pk: '3000000000000000014' },
  ],
}
/** A carousel of three pictures. The media host responds with 500 for the second picture. */
posts.SealedPost4 = {
  ...instagramVideo,
  carousel_media: ['3000000000000000021', 'missing', '3000000000000000023'].map(instagramPicture),
}
posts.SealedPost5 = { ...instagramPicture('3000000000000000031'), code: 'SealedPost5' }
posts.SealedPost7 = {
  ...instagramVideo,
  video_versions: [
    { id: 'top', type: 101, width: 1_080, height: 1_920, url: 'https://scontent.cdninstagram.com/hd.mp4' },
  ],
}
const gate = (product: object) => ({ xig_polaris_media: { if_not_gated_logged_out: product } })

/**
 * Instagram. Requests for videos need a Referer of instagram.com. The URL of a post that does not exist
 * redirects to the login page. Only these posts exist:
 * - SealedPost1: one video
 * - SealedPost2: two videos
 * - SealedPost3: pictures and videos
 * - SealedPost4: three pictures
 * - SealedPost5: one picture
 * - SealedPost7: one upright video of 1080 by 1920
 */
export const instagram: Site = {
  hosts: ['www.instagram.com', 'instagram.com', '.cdninstagram.com'],
  answer({ host, path, headers }) {
    if (host.endsWith('.cdninstagram.com')) {
      if (path === '/missing.jpg') return refuse(500, 'This picture is broken.')
      if (path.endsWith('.jpg')) return file('picture.jpg')
      if (!headers.referer?.includes('instagram.com')) return refuse(403, 'These media need a Referer.')
      return file(path === '/hd.mp4' ? 'combined-720.mp4' : 'combined-360.mp4')
    }
    if (path === '/')
      return html('<!doctype html><title>Instagram</title><script>["LSD",[],{"token":"sealed"}]</script>')
    if (path.startsWith('/accounts/login')) return html('<!doctype html><title>Login</title>')
    if (path === '/api/v1/web/get_ruling_for_content/') return json({ status: 'ok' })
    if (path === '/api/graphql') return json({ data: {} })
    const [, code = ''] = /\/(?:p|reel|reels|tv)\/([\w-]+)/.exec(path) ?? []
    const product = posts[code]
    return product
      ? html(`<!doctype html><title>Instagram</title>${cached(gate(product))}`)
      : redirect('https://www.instagram.com/accounts/login/')
  },
}
