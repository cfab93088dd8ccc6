import { figures, type Facts } from './facts.ts'
import type { PolicySection } from './policy.ts'
import { a } from './prose.ts'

/**
 * Returns the sections of the privacy policy. docs/claims.md lists each statement with the test that verifies
 * it.
 */
export const privacySections = ({ name, email, retention }: Facts): readonly PolicySection[] => [
  {
    id: 'short',
    title: 'In short',
    icon: 'eye',
    parts: [
      {
        subtitle: 'What this comes down to',
        details: [
          `You use ${name} without an account, and we do not want to know who you are.`,
          `Files that we make for you are deleted within ${retention}. Links you paste are not written into our logs. No ads and no statistics of other companies are loaded before you allow them.`,
        ],
      },
    ],
  },
  {
    id: 'collect',
    title: 'What we process when you use the site',
    icon: 'inbox',
    parts: [
      {
        subtitle: 'The link you paste',
        details: [
          `We need it to read the item at the platform. The answer, which is to say the link, the title, the description and the list of formats, is remembered for at most ${figures.extractionMinutes} minutes, so that asking twice does not burden the platform twice. It is not tied to you.`,
        ],
      },
      {
        subtitle: 'The file you choose',
        details: [
          'A file that is complete at the platform is passed on to you without being stored.',
          `A file that we have to merge or convert is stored under an address that cannot be guessed, and deleted within ${retention} of its completion, earlier if you delete it yourself.`,
          `What the task was (the source link, the format, and how it ended) is session data. It is cleared at the latest after ${figures.taskMemoryHours} hours of inactivity.`,
        ],
      },
      {
        subtitle: 'Technical facts of your browser',
        details: [
          'With each request for formats, your browser sends the size of its screen, its time zone, its language, its system, the beginning of its name and the time. Our server drops this description unread: it is neither stored nor logged nor passed on, and we do not use it to recognize you.',
        ],
      },
      {
        subtitle: 'Your network address',
        details: [
          'Any server sees the IP address of whoever calls it. We count requests by address for a minute to hold back scripts (for IPv6 by a group of addresses). While a link is read or a file is made for you, a scrambled form of the address keeps your turn in the queue. When we make a file for you or you save it, the same form is kept with the number of files and bytes until the end of the day. It changes every day, and the address cannot be read from it. We do not write addresses down.',
        ],
      },
      {
        subtitle: 'Logs',
        details: [
          `Our logs say that something happened, when, how long it took, for which platform or host, and whether it failed. They hold no links you pasted, no titles, no addresses. Error logs are kept for at most ${figures.logDays} days.`,
        ],
      },
    ],
  },
  {
    id: 'yours',
    title: 'What you create yourself',
    icon: 'link',
    parts: [
      {
        subtitle: 'Short links',
        details: [
          `When you press Share or To phone, we store what the preview needs: the media link, the link of the item, its title and its picture’s link, the file name, and the facts of the format. Whoever has the short link can see these. They are deleted ${figures.shareDays} days after the link was made.`,
          'When you send a short link, the service that carries your message, such as a chat or a social network, may ask us what the link shows. It gets the title, the picture and the name of this site, and nothing about you.',
        ],
      },
      {
        subtitle: 'Mail to us',
        details: [
          `What you write to ${email} is used to answer you and deleted after at most ${figures.supportYears} year, unless the law or an open dispute requires us to keep it longer.`,
        ],
      },
    ],
  },
  {
    id: 'cookies',
    title: 'Cookies and storage in your browser',
    icon: 'cookie',
    parts: [
      {
        subtitle: 'Essential',
        details: [
          'We store your answer to the cookie question under the names dataConsent, consentAsked and cookiePreferences. They stay in your browser and are not sent to us.',
          'Your browser also remembers the kind of file you chose last (lastChoice), whether a file is saved as soon as it is ready (saveWhenReady) and how files are named (fileNames). If you choose light or dark colors at the foot of a page, it remembers them (theme). On a phone it also keeps that it has shown how to install this site (installHint). While a tab is open, it keeps your last results (results), so that you find them again when you go back, and for a moment a link that one page hands to the next (handedLink). None of this is sent to us, and deleting the site data of your browser removes it. If you read the site in another language, a cookie remembers it (language), which your browser sends with each request.',
          'If you switch on the list of recent downloads, your browser keeps the last ten under the name recentDownloads: title, format, link and preview. That list is not sent to us either, and switching it off forgets it. Some sites keep the homepage in your browser, so that it opens without a network.',
        ],
      },
      {
        subtitle: 'Analytics, advertising and personalization',
        details: [
          'These are off until you switch them on. If you allow analytics, and only on sites where it is set up, Google Analytics counts page views and a few actions: a search or a download with the name of the platform, and opening, reading, liking or sharing an article. Links you paste, titles and file names are not part of it.',
          `Analytics data are kept for up to ${figures.analyticsYears} years; its cookie lives no longer than that.`,
          'If you allow advertising, Google AdSense may show ads and set cookies. Without personalization, only ads that do not depend on your behavior are requested. The preview page never loads ads.',
        ],
      },
      {
        subtitle: 'Changing your mind',
        details: [
          [
            'Open the ',
            a('cookie settings', '/cookie-settings'),
            ' at any time. Switching a category off stops it at once and erases its cookies on our domain. If your browser sends Global Privacy Control, optional categories stay off whatever was saved before.',
          ],
        ],
      },
    ],
  },
  {
    id: 'others',
    title: 'Who else is involved',
    icon: 'people',
    parts: [
      {
        subtitle: 'Our host',
        details: [
          'The site runs on the network of Cloudflare, Inc., which carries the traffic and stores the files for the time named above on our behalf.',
        ],
      },
      {
        subtitle: 'The platforms',
        details: [
          'Our server asks the platform for the item and does not tell it who you are. If a preview plays, or a file is loaded, straight from the platform’s own server, that server sees your network address, as it would on its own page. It may also learn the address when our server passes a file on, because the network that we run on can add it to such requests. It is not told on which of our pages you were.',
          'Thumbnails are fetched by our server and passed on.',
        ],
      },
      {
        subtitle: 'Nobody else',
        details: [
          'We do not sell personal data and do not rent it out. We hand data over to authorities only where the law obliges us to, and can only hand over what we have.',
        ],
      },
    ],
  },
  {
    id: 'rights',
    title: 'Your rights',
    icon: 'scale',
    parts: [
      {
        subtitle: 'Access, correction, deletion, objection',
        details: [
          `Depending on where you live, for example under the GDPR or the laws of California, you may ask what we hold about you, have it corrected or deleted, receive a copy, or object to its use. Write to ${email}. As we keep no profile, we can usually only find mail that you wrote to us, or a short link that you name.`,
          'You may also complain to the data protection authority of your country.',
        ],
      },
      {
        subtitle: 'Legal grounds',
        details: [
          'Handling your link and your file: to do what you asked for. Counting requests and keeping error logs: our legitimate interest in a service that works and is not abused. Analytics and advertising: your consent, and nothing else.',
        ],
      },
    ],
  },
  {
    id: 'security',
    title: 'Security',
    icon: 'lock',
    parts: [
      {
        subtitle: 'How data is protected',
        details: [
          'The connection between your browser and us is encrypted. Some sites offer their media without encryption only; from them we fetch it that way. Download links are sealed, so that they can be neither altered nor guessed. The machines that handle media hold no key that opens a download link or a stored file.',
          'No system is perfect. If you find a weakness, please write to us before you tell others.',
        ],
      },
    ],
  },
  {
    id: 'children',
    title: 'Children and changes',
    icon: 'people',
    parts: [
      {
        subtitle: 'Children',
        details: [
          `The service is not meant for children under ${figures.minimumAge}. Those under ${figures.consentAge} need the consent of a parent or guardian. We do not knowingly collect data of children.`,
        ],
      },
      {
        subtitle: 'Changes',
        details: [
          'If this policy changes, the new text and its date stand here before it applies. What it can’t do is to loosen, after the fact, how we handle what you gave us before.',
        ],
      },
    ],
  },
]
