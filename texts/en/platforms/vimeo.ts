import type { ClaimsOf } from '../../claims.ts'

export const texts = {
  intro:
    'Short films, talks and portfolios from Vimeo, up to the resolution their makers released. Unlisted videos work with their complete link.',
  /** By the words of an address, for the addresses of this language. */
  intros: {
    mp3: 'The soundtrack of a Vimeo film as MP3. Vimeo keeps sound as AAC, often at a generous bitrate; 256 or 320 kbps loses hardly any of it.',
    mp4: 'Vimeo streams films in hundreds of pieces. We collect them, join picture and sound, and give you a plain MP4.',
    '4k': 'Filmmakers like Vimeo for its clean 4K. When a film was released in 2160p, it is in the list, and mostly in H.264 or HEVC.',
    '1080p':
      '1080p is what nearly every film on Vimeo offers, with more bits per picture than the same size gets elsewhere.',
    '720p': 'A Vimeo film in 720p: about 10 to 20 MB a minute, good for a tablet on the train.',
    hd: 'HD on Vimeo begins at 720p and goes on to 1080p and beyond. Compare the sizes and choose what fits your screen.',
  },
  linkForms: [
    'vimeo.com/123456789',
    'vimeo.com/123456789/abcdef0123 – unlisted: the second part is its key',
    'player.vimeo.com/video/123456789 – the embedded player',
    'vimeo.com/channels/…/123456789, /groups/…/videos/…, /showcase/…/video/…',
    'vimeo.com/showcase/… – a showcase: its films are listed, a hundred at a time',
    'vimeo.com/event/… – an event that is over',
    'vimeo.com/ondemand/… – only where a film or its trailer is free',
  ],
  notice:
    'Vimeo checks visitors’ software closely and now and then blocks servers altogether. Films with a password, or allowed on one website only, stay closed.',
  features: [
    {
      title: 'Any address of a film',
      text: 'The same film has one address in a channel, another in a showcase and a third in a player. Each of them will do.',
    },
    {
      title: 'Up to 2160p',
      text: 'The ladder of a film is shown as it is, from 240p for a slow line to 4K for a projector.',
    },
    {
      title: 'Showcases listed',
      text: 'Paste the address of a showcase, and its films are listed to pick from, a hundred at a time.',
    },
  ],
  tips: [
    'Copy the whole address of an unlisted film: without the letters behind the second slash it counts as private.',
    'Some makers put a download button under their film. It gives the master file, so it is the best choice where it exists.',
    'Not sure about the size? You see it, as far as Vimeo tells, before you choose.',
  ],
  questions: [
    {
      question: 'Why does Vimeo refuse a film that plays on a website?',
      answer:
        'Its owner may have tied it to that website. Vimeo then answers nobody else, whatever the link looks like. Ask the owner for a share link.',
    },
    {
      question: 'Can rented or bought films from Vimeo On Demand be saved?',
      answer: 'No. They are paid for and protected.',
    },
    {
      question: 'Is it possible to enter a password for a Vimeo film?',
      answer: 'There is no field for one, on purpose: what its owner keeps behind a password isn’t public.',
    },
    {
      question: 'Why is preparing a Vimeo file slower than from other sites?',
      answer:
        'Because it doesn’t exist as a file yet. Picture and sound arrive in small pieces, are joined, and the result is checked before you get it. The bar shows how far that is.',
    },
  ],
} as const

export const claims: ClaimsOf<typeof texts> = {
  intro: ['form-link-platform', 'address-film-128'],
  'intros.mp3': [],
  'intros.mp4': ['picture-sound-joined'],
  'intros.4k': ['up-2160p-129'],
  'intros.1080p': [],
  'intros.720p': [],
  'intros.hd': ['row-shows-resolution'],
  'linkForms.0': ['form-link-platform'],
  'linkForms.1': ['form-link-platform'],
  'linkForms.2': ['form-link-platform'],
  'linkForms.3': ['form-link-platform'],
  'linkForms.4': ['youtube-playlist-vimeo'],
  'linkForms.5': ['form-link-platform'],
  'linkForms.6': ['form-link-platform'],
  notice: ['needs-login-private'],
  'features.0.title': ['address-film-128'],
  'features.0.text': ['address-film-128'],
  'features.1.title': ['up-2160p-129'],
  'features.1.text': ['up-2160p-129'],
  'features.2.title': ['showcases-listed-130'],
  'features.2.text': ['showcases-listed-130'],
  'tips.0': ['form-link-platform'],
  'tips.1': [],
  'tips.2': ['row-shows-resolution'],
  'questions.0.answer': [],
  'questions.1.answer': ['needs-login-private'],
  'questions.2.answer': ['password-ever-127'],
  'questions.3.answer': ['picture-sound-joined', 'while-file-made'],
}
