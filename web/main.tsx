import { hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import type { PageData } from './page-data.ts'
import { Root } from './root.tsx'

// Into the one stylesheet, which the renderer writes into every page.
import.meta.glob('./styles/*.css', { eager: true })

const data = JSON.parse(document.getElementById('data')!.textContent) as PageData

hydrateRoot(
  document.getElementById('root')!,
  <BrowserRouter>
    <Root data={data} />
  </BrowserRouter>,
)
