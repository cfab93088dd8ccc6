import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import type { PageData } from './app/page-data.ts'
import { Root } from './app/root.tsx'

// Into the styles of the entry, which the renderer writes into every page.
import.meta.glob('./styles/*.css', { eager: true })

const data = JSON.parse(document.getElementById('data')!.textContent) as PageData

// In a task of its own, so that what waits while the scripts are evaluated comes in between. And as a transition, which React
// does in slices between taps and typing; otherwise it is one long task.
setTimeout(() =>
  startTransition(() => {
    hydrateRoot(
      document.getElementById('root')!,
      <BrowserRouter>
        <Root data={data} />
      </BrowserRouter>,
    )
  }),
)

// The offline shell, where the brand has it on; where it is not, one that was there before is taken away.
if ('serviceWorker' in navigator && (data.brand.features.offlineMode || navigator.serviceWorker.controller))
  void import('./offline/register.ts')
    .then(({ setOffline }) => setOffline(data.brand.features.offlineMode))
    .catch(console.warn)
