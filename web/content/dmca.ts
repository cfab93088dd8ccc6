import { figures, type Facts } from './facts.ts'
import type { PolicySection } from './policy.ts'
import { a } from './prose.ts'

const { responseDays, investigationDays, counterReviewDays, forwardDays, restorationDays } = figures.dmca

export const dmcaSections = ({ name, dmcaEmail, retention }: Facts): readonly PolicySection[] => [
  {
    id: 'position',
    title: 'Where we stand',
    icon: 'scale',
    parts: [
      {
        subtitle: 'We respect copyright',
        details: [
          `${name} is a technical tool. It hosts no catalog, has no search, and decides nothing about what is saved. A file that is made at a visitor’s request is deleted within ${retention}.`,
          'We follow the Digital Millennium Copyright Act (DMCA) of the United States, 17 U.S.C. § 512, and answer notices from all countries in the same way.',
        ],
      },
      {
        subtitle: 'What we can do, and what we can’t',
        details: [
          'We can block a link, a host or a whole platform, so that it is no longer handled here.',
          'We cannot remove anything from a platform. Please report it there too: as long as it is public there, it can be found by everybody.',
        ],
      },
    ],
  },
  {
    id: 'notice',
    title: 'Sending a notice',
    icon: 'mail',
    parts: [
      {
        subtitle: 'Where',
        details: [
          [
            'Write to ',
            a(dmcaEmail, `mailto:${dmcaEmail}`),
            '. Mail is the fastest way; a person reads it. Please put “DMCA notice” into the subject.',
          ],
        ],
      },
      {
        subtitle: 'What it must contain',
        details: [
          'Your name, and your address, phone number or email address, so that we can reach you.',
          'The work that you say has been infringed, or a list of works if there are several.',
          'The exact links this is about: those of the items at the platform, and any link on our site.',
          'A statement that you believe in good faith that the use is not authorized by the rights holder, its agent or the law.',
          'A statement that the information is accurate and, under penalty of perjury, that you hold the right or may act for its holder.',
          'Your signature, by hand or electronic; your full name typed at the end is enough.',
        ],
      },
    ],
  },
  {
    id: 'process',
    title: 'What happens then',
    icon: 'clock',
    parts: [
      {
        subtitle: `First answer: ${responseDays} business days`,
        details: ['We confirm that we have your notice, and say if something is missing.'],
      },
      {
        subtitle: `Investigation: ${investigationDays} business days`,
        details: [
          `We look at each link. Where the notice is complete and well founded, the item is blocked. Within a few minutes its link is refused in every form we know, short links to it open no more, and files that we made from it can no longer be fetched from us.`,
        ],
      },
      {
        subtitle: 'The outcome',
        details: ['We tell you what we have done and, where we did not act, why.'],
      },
    ],
  },
  {
    id: 'counter',
    title: 'Counter-notice',
    icon: 'reply',
    parts: [
      {
        subtitle: 'If a block is a mistake',
        details: [
          'If your own work or a lawful use was blocked, send a counter-notice to the same address. It must contain your name and contact, the link that was blocked, a statement under penalty of perjury that you believe in good faith that the block was a mistake or a misidentification, your consent to the jurisdiction of the competent court, and your signature.',
        ],
      },
      {
        subtitle: `Review: ${counterReviewDays} business days`,
        details: ['We check that the counter-notice is complete.'],
      },
      {
        subtitle: `Forwarding: within ${forwardDays} days`,
        details: [
          'A complete counter-notice is forwarded to whoever sent the notice, with your name and contact.',
        ],
      },
      {
        subtitle: `Restoration: ${restorationDays} business days`,
        details: [
          `If the sender of the notice does not tell us in the meantime that they have gone to court, the block is lifted ${restorationDays} business days after we received the counter-notice.`,
        ],
      },
    ],
  },
  {
    id: 'abuse',
    title: 'Repeated infringement and false notices',
    icon: 'warning',
    parts: [
      {
        subtitle: 'Repeated infringement',
        details: [
          'There are no accounts that we could close. Where the same source is reported again and again with good reason, we block the source as a whole.',
        ],
      },
      {
        subtitle: 'False notices',
        details: [
          'Whoever knowingly misrepresents that something is infringing, or was blocked by mistake, may be liable for damages under 17 U.S.C. § 512(f). If you are not sure, ask a lawyer before you write.',
        ],
      },
    ],
  },
  {
    id: 'users',
    title: 'For those who save',
    icon: 'people',
    parts: [
      {
        subtitle: 'Your responsibility',
        details: [
          [
            'Save only what is yours, what is licensed to you, or what the law allows you to keep. Our ',
            a('article on copyright and fair use', '/blog/2'),
            ' is a start; the ',
            a('terms of service', '/terms-of-service'),
            ' are binding.',
          ],
        ],
      },
    ],
  },
]
