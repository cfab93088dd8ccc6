import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import type { PageData } from './page-data.ts'
import { Root } from './root.tsx'

// Into the one stylesheet, which the renderer writes into every page.
import.meta.glob('./styles/*.css', { eager: true })

const data = JSON.parse(document.getElementById('data')!.textContent) as PageData

// As a transition React does it in slices, so that taps and typing come between; otherwise in one long task.
startTransition(() => {
  hydrateRoot(
    document.getElementById('root')!,
    <BrowserRouter>
      <Root data={data} />
    </BrowserRouter>,
  )
})

// The offline shell, where the brand has it on; where it is not, one that was there before is taken away.
if ('serviceWorker' in navigator && (data.brand.features.offlineMode || navigator.serviceWorker.controller))
  void import('./offline/register.ts')
    .then(({ setOffline }) => setOffline(data.brand.features.offlineMode))
    .catch(console.warn)
