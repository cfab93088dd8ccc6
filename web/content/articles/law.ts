import { a, b, h, list, p, steps } from '../prose.ts'

/** Article 2: law and fair use. */
export const article = [
  p(
    'Saving a video from the web takes seconds. Whether you may do it takes longer to answer, because the answer has at least three layers: copyright law, the contract you have with a platform, and the wish of the person who made the video. This article walks through all three in plain words. It is general information and not legal advice; laws differ from country to country, and a real case belongs before a real lawyer.',
  ),
  h('A public link is not a permission'),
  p(
    'The most common misunderstanding first. That a video can be watched by everybody does not mean that everybody may do with it what they like. A painting in a public square may be looked at by every passer-by, and is still not free for printing on mugs. “Public” describes who can see something. “Free to use” describes what you may do with it. Only the second one is a licence.',
  ),
  p(
    'Copyright arises by itself. In almost every country, a work is protected from the moment it is made, without registration, without a sign, and without a name on it. That includes the shaky clip of a street musician as much as a film with a hundred million behind it. The person who made it, or the company it was made for, decides on copies, on sharing, on changes and on public showing. The protection usually lasts for the life of the author plus fifty to seventy years.',
  ),
  h('What copyright covers, and what it does not'),
  p(
    'Copyright protects how something is expressed, not the idea behind it. The following are usually protected:',
  ),
  list(
    'films, clips, animations, livestreams and their recordings;',
    'music: the composition, the words, and separately the recording;',
    'podcast episodes, audio books and radio plays;',
    'photographs, thumbnails, cover images, and texts such as descriptions and subtitles.',
  ),
  p('Usually not protected, or no longer:'),
  list(
    'facts, news of the day as such, ideas, methods and styles;',
    'official works in many countries, for instance works of the United States federal government within the United States;',
    'works whose protection has ended, which are then in the public domain; mind that a new recording of an old symphony is protected anew.',
  ),
  p(
    'One more layer is easily forgotten. People who appear in a video have rights of their own: to their image, to their voice, to their private life. A licence from the person behind the camera does not replace the consent of the person in front of it.',
  ),
  h('When saving is clearly fine'),
  p('There is a good deal that you may do without any doubt:'),
  list(
    [
      b('Your own works. '),
      'You filmed it and you hold the rights. Saving a copy of your own upload, for instance because the original was lost with a broken phone, is the simplest case of all.',
    ],
    [
      b('With permission. '),
      'A written yes from the rights holder, even a short message, settles the matter within its limits. Keep it.',
    ],
    [
      b('Creative Commons and similar licences. '),
      'The author has said in advance what is allowed. Read which one it is; more on that below.',
    ],
    [
      b('Public domain. '),
      'Nobody holds an exclusive right any more. Archives and libraries label such works.',
    ],
    [
      b('Where the publisher offers it. '),
      'Most podcasts are published through open feeds made for downloading to podcast apps. Some video makers offer files on their own pages.',
    ],
  ),
  h('Creative Commons in four letters'),
  p(
    'Creative Commons licences are built from four conditions. ',
    b('BY'),
    ' asks you to name the author. ',
    b('SA'),
    ' asks you to share your own version under the same licence. ',
    b('NC'),
    ' rules out commercial use. ',
    b('ND'),
    ' rules out changed versions. They are combined: CC BY-NC allows you to copy and change a work for purposes without profit as long as you name the author. CC0 waives as much as the law allows.',
  ),
  p(
    'Two practical hints. First, a good credit names four things: the title, the author, the source and the licence, each with a link where possible. Second, note the day on which you saw the licence. An author may stop offering a work under it later; what you received under it stays licensed, and a dated screenshot makes that easy to show. Do not trust a label that someone else put on a copied work: nobody can give away what was never theirs.',
  ),
  h('Private copies: a matter of the country'),
  p(
    'Many countries allow a natural person to make copies for private use. In the European Union, member states may have such an exception, provided that the authors receive fair compensation; that is why blank discs, phones and memory cards carry a levy in many of them. Details differ widely. Several states demand that the source was lawful: a copy of something that was obviously uploaded without permission is then not covered. Others limit the exception to certain kinds of works.',
  ),
  p(
    'In the United Kingdom, a private copying exception was introduced in 2014 and struck down by a court in 2015. In the United States, there is no general private copying rule; people argue with fair use instead. In Canada, private copying covers music onto certain media, and a further provision allows some copies for private purposes under narrow conditions.',
  ),
  p(
    'Common to nearly all of them: private means private. The family on the sofa, yes. A group chat with two hundred members, your company, your school newsletter or your channel, no. And almost everywhere the exception ends where a technical protection begins. Breaking a digital lock is forbidden in the European Union, the United States and many other countries even when the copy behind it would have been allowed. This is why we do not handle items with DRM, and will not.',
  ),
  h('Fair use: four questions, no formula'),
  p(
    'Fair use is a doctrine of the law of the United States. It allows some uses without permission, for criticism, comment, news reporting, teaching, scholarship or research, for example. There is no list that settles a case and no number of seconds that is always safe. The popular rule of “thirty seconds are free” does not exist. A court weighs four factors together:',
  ),
  steps(
    [
      b('Purpose and character of the use. '),
      'Is it commercial or educational, and does it add something new: another meaning, another message, a comment on the original? The more it transforms, the better it stands. Since the decision of the Supreme Court in the Warhol case of 2023, it matters more than before whether the new use serves the same purpose as the original did.',
    ],
    [
      b('Nature of the work. '),
      'Facts leave more room than fiction; published works leave more than unpublished ones.',
    ],
    [
      b('Amount used. '),
      'How much was taken, and was it the heart of the work? Ten seconds can be too much if they are the ten seconds that everyone came for. Sometimes the whole work is fine, if the purpose needs it.',
    ],
    [
      b('Effect on the market. '),
      'Does the use replace the original, or take away a licence that would normally be paid for?',
    ],
  ),
  p(
    'A review that shows short scenes and talks about them has good chances. A compilation of “best moments” with new music has poor ones. Saying “no copyright infringement intended” in the description changes nothing; neither does giving credit without permission, although credit is decent and some licences ask for it.',
  ),
  p(
    'Other countries have narrower and clearer lists instead. “Fair dealing” in the United Kingdom, Canada, Australia and India names purposes such as research, criticism, review and news reporting; Canada and the United Kingdom also name parody. The countries of the European Union know exceptions for quotation, parody, pastiche, teaching and more. Quoting nearly always has the same three conditions: there is a work of your own around it, the quotation supports what you say, and the source is named.',
  ),
  h('What platform terms add'),
  p(
    'Besides the law there is a contract. Whoever opens an account at a platform, and in some views whoever just uses it, agrees to its terms, and those of most large platforms restrict downloading except through functions that they offer themselves. Breaking such a term is in the first place a matter between you and the platform: it may close an account or refuse its service. It is not the same thing as infringing a copyright, but it is not nothing, either. Read the terms of the platform you use, and decide with open eyes.',
  ),
  p(
    'Platforms also protect the people who pay for them. Content behind a subscription, a login, an age check or a password is not offered to the public. We do not accept logins, do not ask for anybody’s cookies, and do not handle such content.',
  ),
  p(
    'In practice, the two layers answer two different questions. Copyright asks what you do with a work, and its answer is the same wherever the copy came from. The terms ask how you used a service, and their answer ends where the service ends. A film in the public domain stays free even if a platform would rather have you watch it on its own pages; and a protected film stays protected even if a platform has a button for saving it to its app.',
  ),
  h('Six everyday cases'),
  list(
    [
      b('A lecture for the train. '),
      'A university puts a lecture online under CC BY-NC. Saving and watching it is covered by the licence. Showing it in a paid course is not.',
    ],
    [
      b('A song from a music video. '),
      'A copy for your own ears may fall under a private copying rule, depending on where you live. Uploading the file, or playing it in your café, needs a licence in any case.',
    ],
    [
      b('A clip for a school presentation. '),
      'Many countries have rules for teaching: small parts, a closed group, the source named. Ask the school; it often has a licence with a collecting society.',
    ],
    [
      b('A news clip for your own commentary video. '),
      'Take what you comment on and no more, name the source, and put your own work around it. That is the shape of both quotation and fair use.',
    ],
    [
      b('Your old uploads. '),
      'Yours, so take them. Mind only the music in them: you may have licensed it for one platform alone.',
    ],
    [
      b('Evidence of abuse. '),
      'Saving a harmful post in order to report it to the police or to a lawyer is usually allowed and often wise. Do not share it further.',
    ],
  ),
  h('Training sets, archives and other large plans'),
  p(
    'One clip for the journey is one thing; ten thousand are another. Whoever collects on a large scale meets further rules: rights in databases, rules on text and data mining, privacy law where people can be recognised, and the interest of a platform in not being emptied. In the European Union, mining for scientific research is allowed for research organisations and cultural heritage institutions with lawful access, and mining for other purposes where the rights holder has not opted out. In the United States, it is argued case by case under fair use. This site is not made for such plans: it handles one item at a time, no playlists, and limits how often it may be asked.',
  ),
  h('Borders, and which law counts'),
  p(
    'The web has no borders, and copyright has many. As a rule, what you do is judged by the law of the place where you do it: a copy made in Madrid by Spanish law, a public showing in Toronto by Canadian law. That the video was filmed in Seoul and is stored in Oregon changes little. International treaties see to it that foreign works are protected like domestic ones, so that nobody can argue that a film from elsewhere does not count.',
  ),
  p(
    'When you travel, take this with you. A private copy that was lawful at home does not become unlawful in your bag; but publishing it from the hotel is judged by the rules of the hotel’s country, and often by those of every country in which people watch it. Whoever publishes to the world should therefore work with permission, or stay within what nearly all laws agree on: short quotations, in a work of your own, with the source named.',
  ),
  h('How to ask for permission'),
  p(
    'Asking is easier than most people think, and surprisingly often the answer is yes. A good request fits in five lines: who you are, which work you mean (with its link), what exactly you would like to do with it, where and for how long, and how you will name the author. Offer to show the result. Write to the address on the channel or the website rather than in the comments. If you get no answer, that is a no; silence does not give consent.',
  ),
  p(
    'For music, the person on the screen is often not the one who can say yes. Ask the label for the recording and the publisher or the collecting society for the composition; both are needed. For football, films and television, save yourself the hope: they live on licences.',
  ),
  h('If something of yours is here'),
  p(
    'We host no catalogue. A file that somebody has made with our help exists for a short time, for that person, and then it is deleted. If you are a rights holder and do not want links to your work to be handled here, our ',
    a('DMCA policy', '/dmca-policy'),
    ' says where to write and what we need. We block such links at our door. Please report the source as well: as long as it is public there, it can be found by everybody.',
  ),
  h('Seven rules of thumb'),
  steps(
    'Save what is yours, what is free, what you have permission for, or what the law of your country lets you keep privately.',
    'Keep private copies private. Do not re-upload, sell, or show them in public.',
    'Name the author whenever you show something to others, even where nobody demands it.',
    'Use as little as your purpose needs.',
    'Leave digital locks alone, and everything behind a login or a paywall with them.',
    'Think of the people in the picture.',
    'If it is about money, about many copies, or about somebody who may be hurt, ask a lawyer first.',
  ),
  p(
    'And where a creator lives from being watched, the best thank-you is still to watch on their channel, to subscribe, to buy the album or to leave something in the hat. A copy on your disk keeps a work for the train; it does not keep its maker.',
  ),
] as const
