/** A year; browsers allow little more. */
const maxAgeSeconds = 365 * 24 * 3600

/**
 * Cookies for choices that belong to the device, not to its player: they outlive a logout, and the server prerenders
 * /home in the language it reads here and sends them back, because Safari forgets in a week what a script has stored
 * (server/http/plugins/deviceChoices.ts). Undefined where there is none.
 */
export function readCookie(name: string): string | undefined {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`))
  return found && decodeURIComponent(found.slice(name.length + 1))
}

/** `undefined` removes the cookie. */
export function writeCookie(name: string, value: string | undefined): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  const age = value === undefined ? 0 : maxAgeSeconds
  document.cookie = `${name}=${encodeURIComponent(value ?? '')}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`
}
