/**
 * The path of the service worker. The header `Service-Worker-Allowed` extends its scope to the whole site.
 */
const WORKER = '/assets/offline-worker.js'

/** Registers the offline worker. With `isOn` false, removes all service workers and their cache. */
export async function setOffline(isOn: boolean): Promise<void> {
  if (isOn) {
    await navigator.serviceWorker.register(WORKER, { scope: '/' })
    return
  }
  const all = await navigator.serviceWorker.getRegistrations()
  await Promise.all(all.map((one) => one.unregister()))
  await caches.delete('shell')
}
