import type { ClaimsOf } from '../../claims.ts'

export const texts = {
  intro:
    'Videos and reels from public Facebook pages, profiles and open groups. Copy the address from the share menu; fb.watch links are fine too.',
  /** By the words of an address, for the addresses of this language. */
  intros: {
    mp4: 'Facebook videos as MP4. The ready SD and HD files come exactly as Facebook stores them; a larger picture is joined with its sound into an MP4.',
    'save|saver':
      'Facebook’s own Save only makes a bookmark, which dies with the post. Here the video becomes a file that is yours to watch later.',
  },
  linkForms: [
    'facebook.com/watch/?v=… – a video in Watch',
    'facebook.com/name/videos/… – on a page or profile',
    'facebook.com/reel/… – a reel',
    'facebook.com/share/v/… and /share/r/… – what the app copies',
    'facebook.com/name/posts/… and story.php – a post with a video in it',
    'fb.watch/… – the short link',
    'm.facebook.com and web.facebook.com – the same addresses there',
  ],
  notice:
    'Facebook asks for a login for many of its videos, even public ones, and asks servers more often than people. When it does, the page tells you.',
  features: [
    {
      title: '480p to 1080p',
      text: 'Most uploads exist in standard and high definition. Which of them Facebook keeps is decided by the upload, not by us.',
    },
    {
      title: 'App links resolved',
      text: 'The share links of the app say nothing about the video; they are followed until the real post is found.',
    },
    {
      title: 'Past live videos',
      text: 'A live video becomes an ordinary one after it ends, and can then be saved like any other.',
    },
  ],
  tips: [
    'The small globe beside the date means public. Two heads or a lock mean that no link will work for us.',
    'In the app: Share, then Copy link; on a computer: right-click the date of the post and copy its address.',
    'A stories link needs an account and vanishes after a day, so it is refused.',
  ],
  questions: [
    {
      question: 'Why is a Facebook login asked for although the video is public?',
      answer:
        'Facebook decides that visitor by visitor: some see the video, others a login form. Try the link in a private window. If it plays there without signing in, paste it again after some minutes.',
    },
    {
      question: 'Do videos from Facebook groups work?',
      answer:
        'From public groups, yes: copy the post’s own address. What is posted in a private group stays among its members.',
    },
    {
      question: 'Why are there only SD and HD on Facebook?',
      answer:
        'Older videos were stored in those two sizes. Newer ones carry a ladder of resolutions, and then each step is listed with its own size.',
    },
    {
      question: 'Does a Facebook reel keep its music?',
      answer:
        'Usually. If the rights holder has muted the song, the reel is silent on Facebook too and the file can’t bring it back.',
    },
  ],
} as const

export const claims: ClaimsOf<typeof texts> = {
  intro: ['form-link-platform'],
  'intros.mp4': ['form-link-platform', 'picture-sound-joined'],
  'intros.save|saver': [],
  'linkForms.0': ['form-link-platform'],
  'linkForms.1': ['form-link-platform'],
  'linkForms.2': ['form-link-platform'],
  'linkForms.3': ['form-link-platform'],
  'linkForms.4': ['form-link-platform'],
  'linkForms.5': ['form-link-platform'],
  'linkForms.6': ['form-link-platform'],
  notice: ['needs-login-private'],
  'features.0.title': ['480p-1080p-118'],
  'features.0.text': ['480p-1080p-118'],
  'features.1.title': ['app-links-resolved'],
  'features.1.text': ['app-links-resolved'],
  'features.2.title': ['past-live-videos'],
  'features.2.text': ['past-live-videos'],
  'tips.0': ['needs-login-private'],
  'tips.1': [],
  'tips.2': ['link-profile-set'],
  'questions.0.answer': [],
  'questions.1.answer': ['form-link-platform'],
  'questions.2.answer': ['480p-1080p-118'],
  'questions.3.answer': [],
}
