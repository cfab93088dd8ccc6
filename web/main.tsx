import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import type { PageData } from './app/page-data.ts'
import { reloadForRelease } from './app/reload-for-release.ts'
import { Root } from './app/root.tsx'
import { loadResult } from './download/result/load-result.tsx'

// Adds these styles to the entry. The renderer writes them into every document.
import.meta.glob('./styles/*.css', { eager: true })

const data = JSON.parse(document.getElementById('data')!.textContent) as PageData

// Before hydration, which keeps the text of the field.
reloadForRelease()

/** Hydrates in a transition, so that React yields to input instead of blocking in one long task. */
const hydrate = () =>
  startTransition(() => {
    hydrateRoot(
      document.getElementById('root')!,
      <BrowserRouter>
        <Root data={data} />
      </BrowserRouter>,
    )
  })

// A document that contains the panel of formats needs its chunk before hydration. Without the chunk,
// hydration shows the empty frame.
if (data.form?.state.step === 'done') void loadResult().catch(console.error).finally(hydrate)
// A separate task lets the browser first handle input that arrived while the scripts were evaluated.
else setTimeout(hydrate)

// Registers the offline worker of brands that have one, and removes it where the brand has switched it off.
if ('serviceWorker' in navigator && (data.brand.features.offlineMode || navigator.serviceWorker.controller))
  void import('./offline/register.ts')
    .then(({ setOffline }) => setOffline(data.brand.features.offlineMode))
    .catch(console.warn)
