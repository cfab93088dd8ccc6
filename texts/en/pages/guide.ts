import type { ClaimsOf } from '../../claims.ts'

export const texts = {
  title: 'How to Download Videos',
  lead: 'Paste a link, choose a format, keep the file: how it goes on each device, and what to do when it does not.',
  onThisPage: 'On this page',
  paste: 'Paste a link',
  parts: {
    steps: {
      title: 'In three steps',
      intro: 'The same on every device.',
      blocks: [
        {
          steps: [
            '<b>Copy the link.</b> On a computer, from the address bar. In an app, with Share and then Copy link. The link of a video, song or episode. The link of a playlist or a show works on many platforms too: it lists its items to pick from.',
            '<b>Paste it.</b> Open the <home>homepage</home>, and press Paste. The formats appear. You can also put the link into the field and press Get formats. A whole share message is fine too; the link in it is found.',
            '<b>Choose and save.</b> Press Download: the file is saved as soon as it is ready. If pictures and sound have to be put together, you see the progress; keep the page open meanwhile. For another quality, pick it first. Every other format is under More and opens in a preview, where you can watch it.',
          ],
        },
        {
          text: 'A finished file stays ready for {retention}; the page counts down. Afterward it is deleted, and can be made again from the same link.',
        },
      ],
    },
    computer: {
      title: 'Windows, Mac and Linux',
      intro: 'Chrome, Edge, Firefox or Safari.',
      blocks: [
        {
          list: [
            'The file goes to your Downloads folder, unless your browser asks where to put it.',
            'The browser’s own list of downloads shows the speed and can pause and resume: Ctrl+J, or Cmd+Option+L in Safari.',
            'On the homepage, the / key moves to the field. You can also paste a link anywhere on the page.',
            'If a file opens in the browser instead of being saved, press the right mouse button on the Download button and choose Save Link As.',
          ],
        },
      ],
    },
    android: {
      title: 'Android phones and tablets',
      intro: 'Chrome, Firefox, Samsung Internet and others.',
      blocks: [
        {
          steps: [
            'In the app, tap Share and then Copy link.',
            'Open this site in your browser, tap Paste, and allow it to read the clipboard if it asks.',
            'Choose a format and tap Download. A notification shows the progress.',
            'Find the file in the Files app under Downloads; videos appear in the gallery as well.',
          ],
        },
        {
          text: 'In Chrome and its relatives you can install the site (menu, Add to home screen). It then appears in the share menu of other apps, and copying is no longer needed.',
        },
      ],
    },
    iphone: {
      title: 'iPhone and iPad',
      intro: 'Safari is the best choice for saving.',
      blocks: [
        {
          steps: [
            'In the app, tap Share and then Copy Link.',
            'Open this site in Safari and tap Paste.',
            'Choose an MP4 format; it plays in Photos. Tap Download and confirm Safari’s question.',
            'Tap the arrow in the address bar, or open the Files app and its Downloads folder.',
            'To have a video among your photos: open it in Files, tap Share, then Save Video.',
          ],
        },
        {
          text: 'Audio stays in Files; play it there, or share it to the app you listen with.',
        },
      ],
    },
    'in-app': {
      title: 'Inside another app',
      intro: 'WeChat, Instagram, TikTok and others open links in a browser of their own.',
      blocks: [
        {
          text: 'Such built-in browsers often block saving without saying so. Open the menu of the page (three dots, or the share sign) and choose Open in browser, or copy the address into Safari or Chrome.',
        },
      ],
    },
    formats: {
      title: 'Which format?',
      intro: 'A short answer for each purpose.',
      blocks: [
        {
          list: [
            '<b>Just watch it:</b> the quality marked Suggested, an MP4 of up to 1080p where there is one.',
            '<b>Save space:</b> 720p or 480p. On a phone the difference is small.',
            '<b>Edit it:</b> MP4 in the highest resolution.',
            '<b>Only listen:</b> the original M4A; MP3 if your player wants it.',
            '<b>Television:</b> MP4. WebM only if you know that it plays.',
          ],
        },
        {
          text: 'Video comes as MP4, WEBM or MKV, audio as MP3, M4A, AAC or OGG, up to 4K where the source has it. More in <formats>formats explained</formats>.',
        },
      ],
    },
    limits: {
      title: 'What does not work',
      intro: 'So you don’t have to try.',
      blocks: [
        {
          list: [
            'Private, paid, age-restricted, password-protected and login-only items.',
            'Items with DRM, such as music of Spotify or films of streaming services.',
            'Live streams while they are running; recordings afterward are fine.',
            'Profiles, channels and search pages: open one item and copy its own link.',
            'Items longer than {maxDuration}, and merged files larger than {maxSize}.',
          ],
        },
        {
          text: 'Something else went wrong? The <help>help center</help> has answers, and people.',
        },
      ],
    },
  },
} as const

export const claims: ClaimsOf<typeof texts> = {
  lead: ['pasted-link-shows'],
  'parts.steps.intro': ['pasted-link-shows'],
  'parts.steps.blocks.0.steps.0': ['youtube-playlist-vimeo'],
  'parts.steps.blocks.0.steps.1': ['pasted-link-shows', 'whole-share-message'],
  'parts.steps.blocks.0.steps.2': ['pasted-link-shows', 'while-file-made'],
  'parts.steps.blocks.1.text': ['page-counts-down', 'expired-file-made'],
  'parts.computer.intro': [],
  'parts.computer.blocks.0.list.0': [],
  'parts.computer.blocks.0.list.1': [],
  'parts.computer.blocks.0.list.2': ['moves-field-link'],
  'parts.computer.blocks.0.list.3': [],
  'parts.android.intro': [],
  'parts.android.blocks.0.steps.0': [],
  'parts.android.blocks.0.steps.1': ['pasted-link-shows'],
  'parts.android.blocks.0.steps.2': ['pasted-link-shows'],
  'parts.android.blocks.0.steps.3': [],
  'parts.android.blocks.1.text': ['installed-site-appears'],
  'parts.iphone.intro': [],
  'parts.iphone.blocks.0.steps.0': [],
  'parts.iphone.blocks.0.steps.1': ['pasted-link-shows'],
  'parts.iphone.blocks.0.steps.2': ['pasted-link-shows'],
  'parts.iphone.blocks.0.steps.3': [],
  'parts.iphone.blocks.0.steps.4': [],
  'parts.iphone.blocks.1.text': [],
  'parts.in-app.intro': [],
  'parts.in-app.blocks.0.text': [],
  'parts.formats.intro': [],
  'parts.formats.blocks.0.list.0': ['suggestion-marked-mp4'],
  'parts.formats.blocks.0.list.1': [],
  'parts.formats.blocks.0.list.2': [],
  'parts.formats.blocks.0.list.3': [],
  'parts.formats.blocks.0.list.4': [],
  'parts.formats.blocks.1.text': ['up-4k-mp4'],
  'parts.limits.intro': [],
  'parts.limits.blocks.0.list.0': ['private-paid-age'],
  'parts.limits.blocks.0.list.1': ['items-drm-refused'],
  'parts.limits.blocks.0.list.2': ['live-stream-refused'],
  'parts.limits.blocks.0.list.3': ['link-profile-set'],
  'parts.limits.blocks.0.list.4': ['items-up-4'],
  'parts.limits.blocks.1.text': [],
}
