import type { PageState } from './page-state.ts'
import { previewStates } from './preview-states.ts'
import { resultStates } from './result-states.ts'
import { submitLink } from './visit.ts'

// Page states for the tests of accessibility and layout. fake-api.ts returns the API responses of these
// states.

/** All page states that the tests check: every kind of page in each of its states. */
export const states: PageState[] = [
  { name: 'home', path: '/' },
  { name: 'home-consent', path: '/' },
  {
    name: 'home-menu',
    path: '/',
    act: async (page) => {
      const [menu, platforms] = [
        page.getByRole('button', { name: 'Menu' }),
        page.getByRole('button', { name: 'Platforms' }),
      ]
      await ((await menu.isVisible()) ? menu : platforms).click()
    },
  },
  {
    name: 'home-recent',
    path: '/',
    act: async (page) => {
      await page.getByRole('button', { name: 'Recent downloads' }).click()
      await page.getByRole('checkbox').check()
      await page.getByText('Nothing yet').waitFor()
    },
  },
  {
    name: 'home-error',
    path: '/',
    consoleError: /503|limiting us/,
    act: async (page) => {
      await submitLink(page, 'https://wrong.example/x')
      await page.getByText(/limiting us/).waitFor()
    },
  },
  ...resultStates,
  { name: 'platform', path: '/vimeo-downloader' },
  { name: 'platform-audio', path: '/xiaoyuzhou-downloader' },
  ...previewStates,
  { name: 'no-url', path: '/preview', act: (page) => page.getByText('Error: No URL provided').waitFor() },
  { name: 'not-found', path: '/nothing-here', consoleError: /404/ },
  ...[
    'blog',
    'blog/1',
    'help-center',
    'how-to-download-videos',
    'send-a-link',
    'status',
    'cookie-settings',
    'privacy-policy',
    'dmca-policy',
    'terms-of-service',
    'terms-glossary',
  ].map((path) => ({ name: path.replace('/', '-'), path: `/${path}` })),
]
