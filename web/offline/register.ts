/** Where the build puts the service worker; the answer's `Service-Worker-Allowed` widens its reach to the whole site. */
const WORKER = '/assets/offline-worker.js'

/** Switches the offline shell on, or takes it away with all it kept. */
export async function setOffline(isOn: boolean): Promise<void> {
  if (isOn) {
    await navigator.serviceWorker.register(WORKER, { scope: '/' })
    return
  }
  const all = await navigator.serviceWorker.getRegistrations()
  await Promise.all(all.map((one) => one.unregister()))
  await caches.delete('shell')
}
