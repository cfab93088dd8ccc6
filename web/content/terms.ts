import { figures, type Facts } from './facts.ts'
import type { PolicySection } from './policy.ts'
import { a } from './prose.ts'

export const termsSections = ({ name, email, domain, retention }: Facts): readonly PolicySection[] => [
  {
    id: 'agreement',
    title: 'Agreement',
    icon: 'handshake',
    parts: [
      {
        subtitle: 'What you agree to',
        details: [
          `By using ${name} at ${domain} you agree to these terms. If you do not agree, please do not use it.`,
          [
            'Words such as Content and Publicly Accessible Content have the meaning that the ',
            a('glossary', '/terms-glossary'),
            ' gives them.',
          ],
        ],
      },
      {
        subtitle: 'Age',
        details: [
          `You must be at least ${figures.minimumAge} years old. If you are under ${figures.consentAge}, you need the consent of a parent or guardian.`,
        ],
      },
    ],
  },
  {
    id: 'service',
    title: 'What the service does',
    icon: 'play',
    parts: [
      {
        subtitle: 'One public item at a time',
        details: [
          'You paste the link of one item. We read which formats the platform gives out, show them, and pass on the one you choose, merged or converted where that is needed. Videos are processed one at a time; a list is shown to pick from.',
          'Usual formats are MP4, WEBM and MKV for video and MP3, M4A, AAC and OGG for audio, in up to 4K, always depending on what the platform has.',
        ],
      },
      {
        subtitle: 'How long files exist',
        details: [
          `Files that we make are deleted within ${retention}. Save them in time; they can be made again.`,
        ],
      },
      {
        subtitle: 'Free, and without a promise of availability',
        details: [
          `The service is free. There is no strict download limit, but items longer than ${figures.maxDuration} and merged files larger than ${figures.maxSize} are refused, and very frequent requests have to wait. Our engine, yt-dlp, knows over 1000 sites; not every one works every day. We may change or end functions.`,
        ],
      },
    ],
  },
  {
    id: 'use',
    title: 'What you may do, and what not',
    icon: 'check',
    parts: [
      {
        subtitle: 'Allowed',
        details: [
          'Saving Publicly Accessible Content that you own, that you have permission for, that is freely licensed, or that the law of your country lets you keep, for private use for instance.',
        ],
      },
      {
        subtitle: 'Not allowed',
        details: [
          'Infringing copyright or other rights of others, including the rights of people who can be seen or heard.',
          'Trying to get at private, paid, age-restricted or protected items, or around technical protections.',
          'Publishing, selling or showing publicly what you may only keep privately.',
          'Burdening the service with automated or very frequent requests, attacking it, or using it to reach other systems.',
          'Offering our service as your own, or placing it in a frame of another site.',
        ],
      },
      {
        subtitle: 'Platforms have their own terms',
        details: [
          'The terms of the platform whose links you paste may restrict downloading. Following them is up to you.',
        ],
      },
    ],
  },
  {
    id: 'rights',
    title: 'Rights',
    icon: 'scale',
    parts: [
      {
        subtitle: 'In Content',
        details: [
          'Content belongs to those who hold the rights in it. We claim none, and give you none.',
          ['Complaints are handled as the ', a('DMCA policy', '/dmca-policy'), ' says.'],
        ],
      },
      {
        subtitle: 'In the service',
        details: [
          `The design, the texts and the name of ${name} are protected. The names of platforms belong to their owners; we are neither part of them nor endorsed by them.`,
        ],
      },
    ],
  },
  {
    id: 'privacy',
    title: 'Privacy',
    icon: 'lock',
    parts: [
      {
        subtitle: 'Data',
        details: [
          [
            'How we handle data is described in the ',
            a('privacy policy', '/privacy-policy'),
            '. There are no accounts.',
          ],
        ],
      },
    ],
  },
  {
    id: 'liability',
    title: 'Warranty and liability',
    icon: 'warning',
    parts: [
      {
        subtitle: 'As it is',
        details: [
          'The service is offered as it is and as it is available, without warranties of any kind, as far as the law permits. In particular, we do not promise that a certain platform or format works.',
        ],
      },
      {
        subtitle: 'Limit',
        details: [
          `As far as the law permits, our total liability for all claims in connection with the service is limited to $${figures.liabilityDollars} or the amount you paid us in the ${figures.liabilityMonths} months before the claim, whichever is greater. We are not liable for indirect damage or for lost profit or data.`,
          'Nothing here limits liability that cannot be limited by law, for intent, gross negligence or injury to persons for instance, or rights that consumers always have.',
        ],
      },
      {
        subtitle: 'Indemnity',
        details: [
          'If somebody makes a claim against us because you broke these terms or the law, you bear the damage that you are responsible for.',
        ],
      },
    ],
  },
  {
    id: 'end',
    title: 'Changes, end and law',
    icon: 'clock',
    parts: [
      {
        subtitle: 'Changes',
        details: [
          'New terms stand here with their date before they apply. Using the service afterward means agreeing.',
        ],
      },
      {
        subtitle: 'Blocking',
        details: ['Whoever breaks these terms may be kept from using the service.'],
      },
      {
        subtitle: 'If a clause fails',
        details: [
          'Should a part be invalid, the rest stays valid. The law of the place where the operator has its seat applies; consumers keep the protection of the law of their own country.',
        ],
      },
      { subtitle: 'Contact', details: [['Questions: ', a(email, `mailto:${email}`), '.']] },
    ],
  },
]
