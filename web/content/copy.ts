import type { Platform } from '#contract/platforms/platform.ts'

export type Question = { question: string; answer: string }
export type Blurb = { title: string; text: string }

/** The words of a platform's page. Files of `platforms/` give them; what they leave out is said in general terms. */
export type PlatformCopy = {
  heading: string
  /** Below the heading; may follow the alias the visitor came by. */
  intro: (path: string) => string
  /** Forms of link that are taken, as examples. */
  linkForms: readonly string[]
  /** Said plainly beside the form: DRM, logins, what the site often refuses. */
  notice?: string
  features: readonly Blurb[]
  tips: readonly string[]
  questions: readonly Question[]
  /** A section of its own, where a platform needs one. */
  about?: { title: string; paragraphs: readonly string[]; lang?: string }
}

/** What holds for every platform; true of each of them, special to none. */
export function generalCopy(platform: Platform): PlatformCopy {
  const { displayName, noun, kind, hosts } = platform
  const isAudio = kind === 'audio'
  return {
    heading: `${displayName} Downloader`,
    intro: () =>
      isAudio
        ? `Paste the link of a public ${displayName} ${noun} and save it as an audio file.`
        : `Paste the link of a public ${displayName} ${noun}, choose the quality, and save it with or without the picture.`,
    linkForms: hosts.slice(0, 3),
    features: [
      isAudio
        ? {
            title: 'The original track',
            text: `The sound as ${displayName} publishes it, with nothing re-encoded.`,
          }
        : {
            title: 'Every resolution',
            text: `What ${displayName} publishes is listed, with size and bitrate.`,
          },
      {
        title: 'A whole file',
        text: 'What we put together is checked before you save it: it plays, seeks and edits everywhere.',
      },
      { title: 'Nothing to install', text: 'It works in the browser of a phone, a tablet or a computer.' },
      {
        title: 'Gone by itself',
        text: 'A file we make for you is deleted when its time is up, or at once when you say so.',
      },
    ],
    tips: [
      `Copy the link from the share button of ${displayName}, or from the address bar.`,
      'The whole message of a share button will do: the link is found in it.',
      `The ${noun} must be public. What needs a login can’t be fetched.`,
    ],
    questions: [
      {
        question: `Do I need an account at ${displayName}?`,
        answer: `No. Only public links are handled, and nobody has to sign in for those, neither here nor at ${displayName}.`,
      },
      {
        question: 'Which format should I take?',
        answer: isAudio
          ? 'The original keeps the quality of the source. MP3 plays on everything, yet converting never adds quality.'
          : 'The suggested one plays on every device. Take a higher resolution for a large screen, or only the sound for music.',
      },
      {
        question: 'Why does a link fail?',
        answer: `Private, removed or paid items can’t be fetched, and sometimes ${displayName} limits our servers. The message says which it was.`,
      },
      {
        question: 'May I keep what I download?',
        answer:
          'Save only what you made, what is free to use, or what its owner allows. The right to do so is yours to check.',
      },
    ],
  }
}
