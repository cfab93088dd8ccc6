/**
 * The path of the service worker. The header `Service-Worker-Allowed` extends its scope to the whole site.
 */
const WORKER = '/assets/offline-worker.js'

/**
 * Pages without tags of Google have Trusted Types: a script's address must come from a policy. This is the
 * only policy that edge/pages/csp.ts allows, and it knows only the address of the worker. Browsers without
 * Trusted Types take the plain address.
 */
function workerAddress(): string {
  const { trustedTypes } = window as unknown as { trustedTypes?: TrustedTypes }
  const policy = trustedTypes?.createPolicy('offline-worker', { createScriptURL: () => WORKER })
  // `register` takes a trusted address; its type in TypeScript does not say so.
  return (policy?.createScriptURL(WORKER) ?? WORKER) as string
}

/** The part of the Trusted Types API that is used here. */
type TrustedTypes = {
  createPolicy(
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ): { createScriptURL(address: string): unknown }
}

/** Registers the offline worker. With `isOn` false, removes all service workers and their cache. */
export async function setOffline(isOn: boolean): Promise<void> {
  if (isOn) {
    await navigator.serviceWorker.register(workerAddress(), { scope: '/' })
    return
  }
  const all = await navigator.serviceWorker.getRegistrations()
  await Promise.all(all.map((one) => one.unregister()))
  await caches.delete('shell')
}
