import { lazy, type ComponentType } from 'react'
import { Page as HomePage } from '../pages/home.tsx'

type PageComponent = ComponentType<{ path: string }>

const FOLDER = '../pages/'
const files = import.meta.glob<PageComponent>(['../pages/*.tsx', '!../pages/home.tsx'], { import: 'Page' })

/**
 * The exported `Page` of every file in `web/pages/`, by file name. The home page is in the entry chunk. Every
 * other page is a separate chunk, and its document preloads the chunk.
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
