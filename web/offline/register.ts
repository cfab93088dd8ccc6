const WORKER = '/assets/offline-worker.js'

/**
 * The CSP of pages without Google's tags requires Trusted Types, so the URL of a script must come from a
 * Trusted Types policy. edge/pages/csp.ts allows only this policy, and the policy returns only the URL of the
 * worker. Browsers without Trusted Types accept the plain URL.
 */
function workerAddress(): string {
  const { trustedTypes } = window as unknown as { trustedTypes?: TrustedTypes }
  const policy = trustedTypes?.createPolicy('offline-worker', { createScriptURL: () => WORKER })
  // `register` accepts a `TrustedScriptURL`, but its TypeScript type allows only a string.
  return (policy?.createScriptURL(WORKER) ?? WORKER) as string
}

type TrustedTypes = {
  createPolicy(
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ): { createScriptURL(address: string): unknown }
}

/** With `isOn` false, removes all service workers and their cache. */
export async function setOffline(isOn: boolean): Promise<void> {
  if (isOn) {
    await navigator.serviceWorker.register(workerAddress(), { scope: '/' })
    return
  }
  const all = await navigator.serviceWorker.getRegistrations()
  await Promise.all(all.map((one) => one.unregister()))
  // The lock has the same name as the cache. `existingCache` in worker.ts takes the same lock.
  await navigator.locks.request('shell', () => caches.delete('shell'))
}
