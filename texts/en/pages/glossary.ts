export const texts = {
  title: 'Glossary of Terms',
  lead: 'The words of files and formats, then those that our terms and policies rely on.',
  search: 'Search for a term',
  found: {
    one: '{n} term found',
    other: '{n} terms found',
  },
  notFoundHint: 'Try another word, or empty the field to see all terms.',
  legalNote: 'Legal note',
  examples: 'Examples',
  related: 'Related terms',
  terms: {
    codec: {
      term: 'Codec',
      short: 'The method by which pictures or sound are compressed.',
      full: 'A player must know the codec of a file to play it. H.264 video and AAC sound play nearly everywhere. H.265 (HEVC), VP9 and AV1 give the same picture in fewer bytes, but older devices don’t know them. Opus is a modern codec for sound.',
      examples: ['Video: H.264, H.265, VP9, AV1', 'Sound: AAC, Opus, MP3, Vorbis'],
    },
    container: {
      term: 'Container',
      short: 'The kind of file that holds picture and sound, such as MP4, WebM or MKV.',
      full: 'A container is the box, and the codecs are what is inside. The ending of a file name tells the container. It says little about quality: the same picture can be moved from one container to another without any loss.',
      examples: ['MP4 and M4A', 'WebM', 'MKV (Matroska)', 'OGG'],
    },
    resolution: {
      term: 'Resolution',
      short: 'The size of the picture, named by its lines: 720p, 1080p, 2160p (4K).',
      full: 'More lines show finer detail on a large screen and make a larger file. For an upright video, the shorter side is counted: 1080 by 1920 is called 1080p. HD is 720p, Full HD is 1080p, and 4K or Ultra HD is 2160p.',
      examples: [
        '480p for a small file',
        '1080p for a phone, a laptop or a television',
        '2160p for a 4K screen',
      ],
    },
    bitrate: {
      term: 'Bitrate',
      short: 'How much data a second of video or sound takes, in kbps or Mbps.',
      full: 'With one codec and one resolution, a higher bitrate looks or sounds better and makes a larger file. A bitrate above that of the original adds size and no quality.',
      examples: ['128 kbps: speech as MP3', '192 kbps: music as MP3', '5 Mbps: 1080p in H.264'],
    },
    hdr: {
      term: 'HDR and frame rate',
      short: 'A wider range of brightness and color, and the number of pictures a second (fps).',
      full: 'HDR (high dynamic range) looks right only on a screen and in a player that support it; elsewhere it can look gray. A frame rate of 50 or 60 fps makes sport and games look smoother.',
      examples: ['HDR10, HLG, Dolby Vision', '25, 30, 50 or 60 fps'],
    },
    merging: {
      term: 'Merging',
      short: 'Putting a picture stream and a sound stream into one file, without changing either.',
      full: 'Many platforms store picture and sound apart. Merging copies both into one container. Nothing is compressed again, so no quality is lost.',
      examples: ['H.264 video and AAC sound become one MP4', 'VP9 video and Opus sound become one WebM'],
    },
    conversion: {
      term: 'Conversion',
      short: 'Compressing sound or pictures anew, in another codec.',
      full: 'An MP3 made from AAC sound is a conversion. It can be as good as its source and not better. Every format that is made in this way is marked.',
      examples: ['AAC to MP3', 'A short silent clip to an animated GIF'],
    },
    drm: {
      term: 'DRM',
      short: 'A lock on a video or song: it plays only in the app or player of its seller.',
      full: 'DRM (digital rights management) encrypts what a service delivers. Items with DRM can’t be saved here, whatever site they are on.',
      legalNote: 'Breaking such a lock is forbidden in the United States, the European Union and elsewhere.',
      examples: ['Films of streaming services', 'Songs of a music subscription'],
    },
    playlist: {
      term: 'Playlist and feed',
      short: 'A list of items behind one link: a playlist, a set, a showcase, a show, an RSS feed.',
      full: 'Paste the link of such a list to see its items and pick from them, up to the first hundred. An RSS feed is the list by which a podcast is published.',
      examples: ['A YouTube playlist', 'A SoundCloud set', 'The RSS feed of a podcast'],
    },
    watermark: {
      term: 'Watermark',
      short: 'A logo or name that an app draws over the picture.',
      full: 'Some apps add a moving logo when you save with their own button. Where the platform also has the file without it, that file is the one you get. What an author has put into the picture stays.',
      examples: ['The TikTok logo with the user name'],
    },
    'our-service': {
      term: 'Our Service',
      short:
        'The website {domain} with everything it does: reading public links, listing formats, merging and saving.',
      full: 'Our Service is the web tool that {name} offers at {domain}. You give it the link of one public item. It asks the platform which formats exist, shows them, and passes the one you choose on to you. Where pictures and sound are stored apart, it puts them together; where you ask for another audio format, it converts. It keeps no catalog, and a finished file is deleted within {retention}.',
      legalNote:
        'Our Service acts at your request, for one item at a time. It does not decide what is saved, and it gives you no rights in what you save.',
      examples: [
        'Listing the formats of a public video',
        'Merging a picture stream and a sound stream into one MP4',
        'Making a short link to a preview',
      ],
    },
    'third-party-platforms': {
      term: 'Third-Party Platforms',
      short: 'Websites and apps of other companies that show the items whose links people paste.',
      full: 'Third-Party Platforms are services such as YouTube, TikTok, Vimeo or Apple Podcasts. They belong to other companies, have rules of their own, and decide what they show to whom. {name} is neither part of them nor endorsed by them; their names and marks belong to their owners and are used only to say which links are understood.',
      legalNote:
        'Besides the law, the terms of a platform may limit what its users do. Following them is the responsibility of the person who uses the platform.',
      examples: ['A video platform', 'A social network', 'A directory of podcasts'],
    },
    download: {
      term: 'Download',
      short: 'Saving a copy of one item as a file on your own device.',
      full: 'A Download starts when you choose a format and ends with a file on your device. In between, bytes travel from the platform through our server to you; some formats are merged or converted on the way. A file that is already complete is passed on without being stored by us.',
      legalNote:
        'A download makes a copy. Whether you may make it is decided by copyright, by your permission, and by the exceptions that the law of your country knows.',
      examples: [
        'Saving your own upload after your phone broke',
        'Saving a lecture under a free license',
        'Saving a podcast episode for a flight',
      ],
    },
    content: {
      term: 'Content',
      short: 'The video, sound, picture and text of an item, whoever made it.',
      full: 'Content is everything that makes up an item on a platform: pictures, sound, title, description, cover. It belongs to those who made it or who acquired the rights in it. We claim no rights in Content, do not change it beyond the format you ask for, and do not remove signs that its author has put into it.',
      legalNote:
        'Content is usually protected by copyright from the moment it is made, also without any notice.',
      examples: ['A music video', 'An episode of a podcast', 'A clip with its title and its thumbnail'],
    },
    'publicly-accessible-content': {
      term: 'Publicly Accessible Content',
      short: 'Content that anybody can open with a link alone: no login, no password, no payment.',
      full: 'Content is publicly accessible if a fresh browser window, without an account, shows it. Private, paid, age-restricted, password-protected and login-only items are not; neither are items behind a technical protection (DRM). Our Service handles Publicly Accessible Content only.',
      legalNote:
        'Publicly accessible does not mean free to use. It says who may look, not what may be done with it.',
      examples: [
        'A public video that plays in a private browser window',
        'An episode in an open podcast feed',
        'Not: a story for followers, a video for members, a rented film',
      ],
    },
  },
} as const
