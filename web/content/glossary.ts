import type { Facts } from './facts.ts'

export type Term = {
  id: string
  term: string
  shortDefinition: string
  fullDefinition: string
  legalNote: string
  examples: readonly string[]
  relatedTerms: readonly string[]
}

export const terms = ({ name, domain, retention }: Facts): readonly Term[] => [
  {
    id: 'our-service',
    term: 'Our Service',
    shortDefinition: `The website ${domain} with everything it does: reading public links, listing formats, merging and saving.`,
    fullDefinition: `Our Service is the web tool that ${name} offers at ${domain}. You give it the link of one public item. It asks the platform which formats exist, shows them, and passes the one you choose on to you. Where pictures and sound are stored apart, it puts them together; where you ask for another audio format, it converts. It keeps no catalogue, and a finished file is deleted within ${retention}.`,
    legalNote:
      'Our Service acts at your request, for one item at a time. It does not decide what is saved, and it gives you no rights in what you save.',
    examples: [
      'Listing the formats of a public video',
      'Merging a picture stream and a sound stream into one MP4',
      'Making a short link to a preview',
    ],
    relatedTerms: ['Third-Party Platforms', 'Download', 'Content'],
  },
  {
    id: 'third-party-platforms',
    term: 'Third-Party Platforms',
    shortDefinition:
      'Websites and apps of other companies on which the items stand that people paste links of.',
    fullDefinition: `Third-Party Platforms are services such as YouTube, TikTok, Vimeo or Apple Podcasts. They belong to other companies, have rules of their own, and decide what they show to whom. ${name} is neither part of them nor endorsed by them; their names and marks belong to their owners and are used only to say which links are understood.`,
    legalNote:
      'Besides the law, the terms of a platform may limit what its users do. Following them is the responsibility of the person who uses the platform.',
    examples: ['A video platform', 'A social network', 'A directory of podcasts'],
    relatedTerms: ['Our Service', 'Publicly Accessible Content'],
  },
  {
    id: 'download',
    term: 'Download',
    shortDefinition: 'Saving a copy of one item as a file on your own device.',
    fullDefinition:
      'A Download begins when you choose a format and ends with a file on your device. In between, bytes travel from the platform through our server to you; some formats are merged or converted on the way. A file that is already complete is passed on without being stored by us.',
    legalNote:
      'A download makes a copy. Whether you may make it is decided by copyright, by your permission, and by the exceptions that the law of your country knows.',
    examples: [
      'Saving your own upload after your phone broke',
      'Saving a lecture under a free licence',
      'Saving a podcast episode for a flight',
    ],
    relatedTerms: ['Content', 'Our Service', 'Publicly Accessible Content'],
  },
  {
    id: 'content',
    term: 'Content',
    shortDefinition: 'The video, sound, picture and text of an item, whoever made it.',
    fullDefinition:
      'Content is everything that makes up an item on a platform: pictures, sound, title, description, cover. It belongs to those who made it or who acquired the rights in it. We claim no rights in Content, do not change it beyond the format you ask for, and do not remove signs that its author has put into it.',
    legalNote:
      'Content is usually protected by copyright from the moment it is made, also without any notice.',
    examples: ['A music video', 'An episode of a podcast', 'A clip with its title and its thumbnail'],
    relatedTerms: ['Download', 'Publicly Accessible Content'],
  },
  {
    id: 'publicly-accessible-content',
    term: 'Publicly Accessible Content',
    shortDefinition: 'Content that anybody can open with a link alone: no login, no password, no payment.',
    fullDefinition:
      'Content is publicly accessible if a fresh browser window, without an account, shows it. Private, paid, age-restricted, password-protected and login-only items are not; neither are items behind a technical protection (DRM). Our Service handles Publicly Accessible Content only.',
    legalNote:
      'Publicly accessible does not mean free to use. It says who may look, not what may be done with it.',
    examples: [
      'A public video that plays in a private browser window',
      'An episode in an open podcast feed',
      'Not: a story for followers, a video for members, a rented film',
    ],
    relatedTerms: ['Content', 'Third-Party Platforms', 'Download'],
  },
]
