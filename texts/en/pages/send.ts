import type { ClaimsOf } from '../../claims.ts'

export const texts = {
  title: 'Send a Link',
  lead: 'Four ways to bring a link here without copying it. It then stands in the field, and nothing starts before you press Get formats.',
  onThisPage: 'On this page',
  parts: {
    address: {
      title: 'In front of the address',
      intro: 'In every browser, on every device.',
      steps: [
        'Open the page of the video, song or episode.',
        'Put the address of this site in front of the address of that page, with a slash between them.',
        'Press Enter. The link stands in the field.',
      ],
      after: 'Links of platforms that we know also work without https:// at their beginning.',
    },
    bookmark: {
      title: 'As a bookmark',
      intro: 'In the browser of a computer.',
      steps: [
        'Show the bookmarks bar: Ctrl+Shift+B, or Cmd+Shift+B on a Mac.',
        'Drag this button onto the bar.',
        'On a page with something to save, press the bookmark. The link of that page opens here in a new tab.',
      ],
      after:
        'Without dragging: make a bookmark of any page, edit it, and replace its address by this text. A few sites forbid bookmarks of this kind; there, the first way works.',
    },
    iphone: {
      title: 'On iPhone and iPad',
      intro: 'With Apple’s app Shortcuts.',
      steps: [
        'Open Shortcuts, tap +, and name the new shortcut {name}.',
        'Add the action Open URLs.',
        'Paste the text below into its field. Directly behind it, insert the variable Shortcut Input.',
        'Tap the i, and switch on Show in Share Sheet.',
        'From now on, in an app or in Safari, tap Share and then {name}.',
      ],
      after: 'Apple may name these buttons a little differently in other versions.',
    },
    android: {
      title: 'On Android',
      intro: 'From the share menu of other apps.',
      steps: [
        'Open this site in Chrome, and choose Add to home screen in the menu.',
        'In another app, tap Share and then {name}.',
      ],
      after:
        'What you share with the installed site starts by itself, because nobody but you can share it. A single item is then saved as soon as it is ready.',
    },
  },
  /** The name of the bookmark. */
  bookmark: 'Save with {name}',
  drag: 'Drag this button to the bookmarks bar. It does nothing here.',
} as const

export const claims: ClaimsOf<typeof texts> = {
  lead: ['link-in-address'],
  'parts.address.intro': [],
  'parts.address.steps.0': [],
  'parts.address.steps.1': [],
  'parts.address.steps.2': ['link-in-address'],
  'parts.address.after': ['link-in-address'],
  'parts.bookmark.intro': [],
  'parts.bookmark.steps.0': [],
  'parts.bookmark.steps.1': [],
  'parts.bookmark.steps.2': ['link-in-address'],
  'parts.bookmark.after': [],
  'parts.iphone.intro': [],
  'parts.iphone.steps.0': [],
  'parts.iphone.steps.1': [],
  'parts.iphone.steps.2': [],
  'parts.iphone.steps.3': [],
  'parts.iphone.steps.4': [],
  'parts.iphone.after': [],
  'parts.android.intro': [],
  'parts.android.steps.0': ['installed-site-appears'],
  'parts.android.steps.1': ['installed-site-appears'],
  'parts.android.after': ['installed-site-appears'],
  drag: [],
}
