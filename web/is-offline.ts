/** Only after a failure: behind a VPN, `onLine` is false in some browsers although the network works. */
export const isOffline = (): boolean => 'onLine' in navigator && !navigator.onLine
