/** E-mail addresses: lower case, plausible syntax, and the domains suggested while typing. */

/** In the order of docs/product.md, "Login and registration". */
const emailDomains = [
  'gmail.com',
  'hotmail.com',
  'outlook.com',
  'live.com',
  'yahoo.com',
  'icloud.com',
  'facebook.com',
  'me.com',
  'aol.com',
  'mac.com',
  'msn.com',
  'verizon.net',
  'att.net',
  'gmx.com',
] as const

/** Trimmed and in lower case. */
export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase()
}

/**
 * Whether an address could exist: RFC 5321's lengths (64 before the @, 254 in all), dot-separated atoms
 * of RFC 5322 without quoting, and a host name with at least two labels.
 */
export function isEmail(text: string): boolean {
  const [local = '', domain = '', ...rest] = text.split('@')
  if (rest.length > 0 || text.length > 254 || local.length > 64) return false
  const atoms = local.split('.').every((atom) => /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+$/u.test(atom))
  const labels = domain.split('.')
  const host = labels.every((label) => /^(?!-)[\p{L}\p{N}-]{1,63}(?<!-)$/u.test(label))
  return atoms && host && labels.length >= 2 && /^(?:\p{L}{2,}|xn--.+)$/u.test(labels.at(-1) ?? '')
}

/**
 * Complete addresses to suggest for the typed text: every domain after a name, those that begin with the text
 * after the @, and none for an empty name or a complete domain.
 */
export function suggestEmails(text: string): string[] {
  const typed = normalizeEmail(text)
  const [local = '', start = '', ...rest] = typed.split('@')
  if (local === '' || rest.length > 0 || emailDomains.some((domain) => domain === start)) return []
  return emailDomains.filter((domain) => domain.startsWith(start)).map((domain) => `${local}@${domain}`)
}
