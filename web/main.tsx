import './styles/tokens.css'
import './styles/base.css'
import { hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import type { PageData } from './page-data.ts'
import { Root } from './root.tsx'

const data = JSON.parse(document.getElementById('data')!.textContent) as PageData

hydrateRoot(
  document.getElementById('root')!,
  <BrowserRouter>
    <Root data={data} />
  </BrowserRouter>,
)
