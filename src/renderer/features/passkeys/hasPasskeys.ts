/** A passkey belongs to a host's name: an address in figures has none. */
const isAddress = /^(?:[\d.]+|\[.*\])$/

/** Whether this browser has passkeys here: not the application and its kiosk, not plain HTTP. */
export function hasPasskeys(host: 'web' | 'electron'): boolean {
  return (
    host === 'web' &&
    window.isSecureContext &&
    typeof window.PublicKeyCredential === 'function' &&
    !isAddress.test(window.location.hostname)
  )
}
