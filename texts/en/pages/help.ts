import type { ClaimsOf } from '../../claims.ts'

export const texts = {
  title: 'Help Center',
  lead: 'Answers about {name}. If yours is missing, write to us.',
  search: 'Search for help',
  found: {
    one: 'Search Results ({n} found)',
    other: 'Search Results ({n} found)',
  },
  notFound: 'No results found for "{query}"',
  notFoundHint: 'Try different keywords or browse categories below',
  categoriesLabel: 'Categories',
  quickLinks: 'Quick links',
  cards: {
    mail: {
      title: 'Email Support',
      text: 'Write to a person.',
    },
    faq: {
      title: 'FAQ',
      text: 'The five questions asked most.',
    },
    guide: {
      title: 'How-To Guide',
      text: 'Each step, for each device.',
    },
  },
  contact: {
    title: 'Still stuck?',
    text: 'A bug report opens in your mail program with the questions we would ask.',
    mail: 'Email Support',
    bug: 'Report a Bug',
  },
  mailSubject: 'Question about {name}',
  bugSubject: 'Bug report: {name}',
  bugQuestions: [
    'What happened?',
    'What did you expect instead?',
    'The link you pasted (leave out private ones):',
    'The format you chose:',
    'The message you saw:',
    'Date and time, with your time zone:',
    'Device and browser:',
  ],
  categories: {
    start: {
      title: 'Getting Started',
      lead: 'First steps, and what to expect.',
      questions: [
        {
          question: 'How do I download a video?',
          answer:
            'Copy the link of the video from the address bar or the share button of the app, and press Paste on the homepage. When the formats appear, press Download; the file is saved as soon as it is ready. Other qualities stand below the button, and every other format under More. The <guide>how-to guide</guide> shows each step for each device.',
        },
        {
          question: 'Do I need an account, an app or an extension?',
          answer:
            'No. {name} works in the browser, without an account and without anything to install. If a page asks you to install a “helper” in our name, it is not ours.',
        },
        {
          question: 'Is it free?',
          answer:
            'Yes. There is no paid tier and no trial. Where ads are shown, they are labeled, they appear only if you have allowed advertising cookies, and nothing depends on them.',
        },
        {
          question: 'Which platforms are supported?',
          answer:
            'The menu lists the platforms that have a page of their own. Beyond those, paste any public link on the homepage: our engine, yt-dlp, knows over 1000 sites; not every one works every day.',
        },
        {
          question: 'Can I download a playlist or several links at once?',
          answer:
            'Yes. Paste up to twenty links together, and each becomes a row. A post with several items, a YouTube playlist, a Vimeo showcase, a SoundCloud set, a podcast feed and the shows of Apple Podcasts and TuneIn are listed too, a hundred items at a time. Save all, or tick some: they are saved one at a time, each as its own file or all as one ZIP. If you paste the link of a video inside a playlist, you get that one video.',
        },
        {
          question: 'Is there a limit on downloads?',
          answer:
            'There is no strict download limit. Single items may last up to {maxDuration}, and files that we have to put together may have up to {maxSize}. If you send very many requests within a minute, you are asked to wait another minute, so that there is room for everyone. A connection that has received a very large amount of our files in a day waits for the next day, and on a very busy day no new files are put together until the next one.',
        },
      ],
    },
    quality: {
      title: 'Video Quality and Formats',
      lead: 'What the choices mean.',
      questions: [
        {
          question: 'Which formats can I choose from?',
          answer:
            'Those that the platform offers. Video is usually MP4, WEBM or MKV; audio is usually MP3, M4A, AAC or OGG. Each shows its resolution, and its size where it is known.',
        },
        {
          question: 'Can I get 4K?',
          answer:
            'Up to 4K, where the author has uploaded it and the platform gives it out to everybody. We never enlarge a picture: a video that exists in 720p is offered in 720p.',
        },
        {
          question: 'Which format should I take?',
          answer:
            'MP4 at 1080p or below plays on practically every device, and the one we suggest is marked. For the reasons behind it, read <formats>formats explained</formats>.',
        },
        {
          question: 'What does “converted” mean?',
          answer:
            'That the file is compressed anew: an MP3 from AAC sound, for instance, or an animated GIF from a short silent clip. Everything else is copied as it is. A converted MP3 can be as good as its source and not better, whatever its number of kbps.',
        },
        {
          question: 'Do you put a watermark on the file?',
          answer:
            'No. Nothing is stamped on it. Where a platform offers its file with and without its own watermark, we take the one without; a logo that the author has put into the picture stays.',
        },
        {
          question: 'Why is there a format without sound?',
          answer:
            'Many platforms store pictures and sound apart. We merge the two for you; where the silent half is a file of its own, it is listed too, for people who edit.',
        },
        {
          question: 'Why is the voice in another language?',
          answer:
            'Some videos carry dubbed sound tracks. We take the original by default and label every other track with its language. If a dub is what you want, choose it under More.',
        },
      ],
    },
    trouble: {
      title: 'Troubleshooting',
      lead: 'When something does not work.',
      questions: [
        {
          question: 'It says “Format not available”. What now?',
          answer:
            'The requested format is no longer available: the platform has withdrawn it since the list was made. Refresh the page to get a new list, or pick another quality.',
        },
        {
          question: 'My download failed or stopped halfway.',
          answer:
            'Start it again: browsers can usually resume where they stopped, because our server supports it. If the source itself breaks off, we break off too rather than hand you a short file that looks complete.',
        },
        {
          question: 'Can I download private or age-restricted videos?',
          answer:
            'No. Private, password-protected, paid, age-restricted and login-only items are not supported. We only handle what anybody can open without an account.',
        },
        {
          question: 'Why is it slow?',
          answer:
            'Mostly because the platform sends slowly, or because a long video has to be merged. The bar shows real progress. A smaller resolution is faster, and early morning is better than evening.',
        },
        {
          question: 'The preview says that it is unavailable. Is the file broken?',
          answer:
            'No. It means that your browser cannot play this codec, for example H.265 on some computers. You can still save the file and play it in a program such as VLC.',
        },
        {
          question: 'My file has expired.',
          answer:
            'Finished files are deleted within {retention}. Go back to the homepage, or use the button on the page, to make the file again.',
        },
        {
          question: 'A platform that worked yesterday fails today.',
          answer:
            'Platforms change their pages and limit requests from servers. Try again in a few minutes; if it still fails, send us a bug report with the link.',
        },
      ],
    },
    legal: {
      title: 'Legal and Privacy',
      lead: 'What is allowed, and what we keep.',
      questions: [
        {
          question: 'Is it legal to download videos?',
          answer:
            'It depends on the work and on the law of your country. Your own works, works with a free license and works you have permission for are fine. Read <law>our article on copyright and fair use</law>; you are responsible for what you save.',
        },
        {
          question: 'What do you keep about me?',
          answer:
            'No account and no profile; a list of your downloads exists only in your own browser, if you switch it on. Merged files are deleted within {retention}, and our logs name platforms, not your links or your address. The <privacy>privacy policy</privacy> lists everything, including the short links that you make yourself.',
        },
        {
          question: 'Does the platform learn that I used this site?',
          answer:
            'The platform sees our server ask for the item. If a preview plays straight from the platform’s server, it also sees your browser’s address, as it would on its own page. It may see the address too when our server passes a file on to you. It is not told on which page you were.',
        },
        {
          question: 'Can others see what I download?',
          answer:
            'Not through us. A file is made for one visitor and its address cannot be guessed. Only those to whom you give a link can open it. A short link lasts for {shareTime}.',
        },
        {
          question: 'How do I report a copyright problem?',
          answer:
            'Write to <dmcaMail>{dmcaEmail}</dmcaMail> with the link and what you hold rights in. The <dmca>DMCA policy</dmca> says what a notice needs and how long we take.',
        },
      ],
    },
    support: {
      title: 'Technical Support',
      lead: 'Browsers, devices and people.',
      questions: [
        {
          question: 'Which browsers work?',
          answer:
            'Current versions of Chrome, Edge, Firefox and Safari, on computers and phones. Browsers built into other apps often block saving; open the page in your normal browser then.',
        },
        {
          question: 'Where is my file on iPhone and iPad?',
          answer:
            'Safari puts it into the Downloads folder of the Files app. From there, share it and choose Save Video to have it among your photos.',
        },
        {
          question: 'Where is my file on Android?',
          answer:
            'In the Downloads folder, which the Files app shows. Videos usually appear in the gallery by themselves.',
        },
        {
          question: 'Does it work with an ad blocker or without cookies?',
          answer:
            'Yes, both. Optional cookies are off until you allow them, and downloads work the same either way. Without JavaScript you can read every page, see the formats of a link and save each of them.',
        },
        {
          question: 'How do I report a bug?',
          answer:
            'Use the bug report button below: it opens a mail to <mail>{email}</mail> in which the questions we would ask are already written. Please do not send passwords or screenshots with private data.',
        },
        {
          question: 'How fast do you answer?',
          answer:
            'We read every mail. Answers are written by people and can take a few days. Correspondence is deleted after {supportTime}.',
        },
      ],
    },
  },
} as const

export const claims: ClaimsOf<typeof texts> = {
  lead: [],
  'cards.mail.text': [],
  'cards.faq.text': [],
  'cards.guide.text': [],
  'contact.text': ['bug-report-already'],
  'categories.start.lead': [],
  'categories.start.questions.0.answer': ['pasted-link-shows'],
  'categories.start.questions.1.answer': ['account-app-extension'],
  'categories.start.questions.2.answer': ['free-trial-paid', 'ads-labeled-nothing'],
  'categories.start.questions.3.answer': ['yt-dlp-knows'],
  'categories.start.questions.4.answer': ['item-time-list', 'youtube-playlist-vimeo'],
  'categories.start.questions.5.answer': ['strict-download-limit', 'items-up-4'],
  'categories.quality.lead': [],
  'categories.quality.questions.0.answer': ['row-shows-resolution', 'up-4k-mp4'],
  'categories.quality.questions.1.answer': ['up-4k-94', 'enlarge-nothing-merging'],
  'categories.quality.questions.2.answer': ['suggestion-marked-mp4'],
  'categories.quality.questions.3.answer': ['conversions-mp3-animated'],
  'categories.quality.questions.4.answer': ['account-app-extension', 'add-watermark-take'],
  'categories.quality.questions.5.answer': ['list-row-without'],
  'categories.quality.questions.6.answer': ['original-language-comes'],
  'categories.trouble.lead': [],
  'categories.trouble.questions.0.answer': ['format-available-offers'],
  'categories.trouble.questions.1.answer': ['downloads-resumed-26', 'source-breaks-off'],
  'categories.trouble.questions.2.answer': ['account-app-extension', 'private-paid-age'],
  'categories.trouble.questions.3.answer': ['while-file-made'],
  'categories.trouble.questions.4.answer': ['account-app-extension', 'format-browser-cant'],
  'categories.trouble.questions.5.answer': ['merged-files-deleted', 'expired-file-made'],
  'categories.trouble.questions.6.answer': ['people-read-mail'],
  'categories.legal.lead': [],
  'categories.legal.questions.0.answer': [],
  'categories.legal.questions.1.answer': ['account-profile-list', 'logs-hold-pasted', 'short-links-live'],
  'categories.legal.questions.2.answer': [
    'platform-learn-requests',
    'preview-plays-directly',
    'host-may-learn',
  ],
  'categories.legal.questions.3.answer': ['file-made-visitor', 'short-links-live'],
  'categories.legal.questions.4.answer': ['3-5-5'],
  'categories.support.lead': [],
  'categories.support.questions.0.answer': [],
  'categories.support.questions.1.answer': [],
  'categories.support.questions.2.answer': [],
  'categories.support.questions.3.answer': ['rejecting-easy-accepting', 'every-page-read'],
  'categories.support.questions.4.answer': ['bug-report-already'],
  'categories.support.questions.5.answer': ['people-read-mail', 'mail-deleted-after'],
}
