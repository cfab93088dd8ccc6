import { openTexts } from './app/texts.ts'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import type { PageData } from './app/page-data.ts'
import { reloadForRelease } from './app/reload-for-release.ts'
import { Root } from './app/root.tsx'
import { loadResult } from './download/result/load-result.tsx'

// Adds the global styles to the entry chunk. The renderer writes them into every document.
import.meta.glob('./styles/*.css', { eager: true })

const data = JSON.parse(document.getElementById('data')!.textContent) as PageData

openTexts(data)

// If a chunk is missing after a release, the page reloads itself. After the reload, `reloadForRelease` puts
// the text that the visitor had typed back into the field. This happens before hydration, which keeps the
// text.
reloadForRelease()

/** Hydrates in a transition, so that React yields to input instead of blocking in one long task. */
const hydrate = () =>
  startTransition(() => {
    hydrateRoot(
      document.getElementById('root')!,
      <BrowserRouter basename={data.isAtBase ? data.base || '/' : '/'}>
        <Root data={data} />
      </BrowserRouter>,
    )
  })

// If the document contains the panel of formats, the panel's chunk must load before hydration. Without the
// chunk, hydration would replace the panel with its empty outline.
if (data.form?.state.step === 'done') void loadResult().catch(console.error).finally(hydrate)
// Hydration runs in a separate task, so that the browser first handles input that arrived while the scripts
// were evaluated.
else setTimeout(hydrate)

// Registers the offline worker if the brand has the offline mode. Otherwise removes an installed worker.
if ('serviceWorker' in navigator && (data.brand.features.offlineMode || navigator.serviceWorker.controller))
  void import('./offline/register.ts')
    .then(({ setOffline }) => setOffline(data.brand.features.offlineMode))
    .catch(console.warn)
