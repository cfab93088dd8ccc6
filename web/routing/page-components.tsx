import { lazy, type ComponentType } from 'react'
import { Page as HomePage } from '../pages/home.tsx'

type PageComponent = ComponentType<{ path: string }>

const FOLDER = '../pages/'
const files = import.meta.glob<PageComponent>(['../pages/*.tsx', '!../pages/home.tsx'], { import: 'Page' })

/**
 * Maps the name of each `.tsx` file in `web/pages/`, without its extension, to the component `Page` of the
 * file. The home page is in the entry chunk. Every other page is a separate chunk, which the HTML of the page
 * preloads.
 */
export const pageComponents: Readonly<Record<string, PageComponent>> = {
  home: HomePage,
  ...Object.fromEntries(
    Object.entries(files).map(([file, load]) => [
      file.slice(FOLDER.length, -'.tsx'.length),
      lazy(async () => ({ default: await load() })),
    ]),
  ),
}
