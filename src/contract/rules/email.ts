/** E-mail addresses: what is kept, one form for comparing, plausible syntax, and the domains suggested while typing. */

import { readUrl } from '../readUrl.ts'

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

/**
 * An address as it is kept and mailed: trimmed, in lower case, in Unicode's compatibility form (an input method may type
 * full-width letters, and an accent may be typed as a letter of its own), and with plain dots in its domain.
 */
export function normalizeEmail(text: string): string {
  const address = text.normalize('NFKC').trim().toLowerCase().normalize('NFKC')
  const at = address.lastIndexOf('@')
  return address.slice(0, at + 1) + address.slice(at + 1).replaceAll('\u3002', '.')
}

/**
 * Whether an address could exist: RFC 5321's lengths (64 before the @, 254 in all), dot-separated atoms
 * of RFC 5322 without quoting, and a host name with at least two labels that has an ASCII form (IDNA).
 */
export function isEmail(text: string): boolean {
  const [local = '', domain = '', ...rest] = text.split('@')
  if (rest.length > 0 || text.length > 254 || local.length > 64) return false
  const atoms = local.split('.').every((atom) => /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+$/u.test(atom))
  const labels = domain.split('.')
  const host = labels.every((label) => /^(?!-)[\p{L}\p{N}-]{1,63}(?<!-)$/u.test(label))
  const top = /^(?:\p{L}{2,}|xn--.+)$/u.test(labels.at(-1) ?? '')
  return atoms && host && top && labels.length >= 2 && asciiDomain(domain) !== null
}

/** Scripts that are written together, by the "Highly Restrictive" level of Unicode Technical Standard 39, section 5.2. */
const writtenTogether = [
  /^[\p{scx=Latin}\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]*$/u,
  /^[\p{scx=Latin}\p{scx=Han}\p{scx=Bopomofo}]*$/u,
  /^[\p{scx=Latin}\p{scx=Han}\p{scx=Hangul}]*$/u,
]
/** Scripts that stand alone. An address in one that is not listed is refused as if it mixed several. */
const singleScripts = [
  'Cyrillic',
  'Greek',
  'Arabic',
  'Hebrew',
  'Armenian',
  'Georgian',
  'Devanagari',
  'Bengali',
  'Gujarati',
  'Gurmukhi',
  'Kannada',
  'Malayalam',
  'Oriya',
  'Tamil',
  'Telugu',
  'Sinhala',
  'Thai',
  'Lao',
  'Khmer',
  'Myanmar',
  'Tibetan',
  'Ethiopic',
] as const

/**
 * Whether the name or a label of the domain mixes writing systems, as a Cyrillic "a" among Latin letters does: such an
 * address looks like another one.
 */
export function mixesScripts(email: string): boolean {
  const [local = '', domain = ''] = normalizeEmail(email).split('@')
  return [local, ...domain.split('.')].some((part) => {
    const letters = part.replace(/[^\p{L}]/gu, '')
    return !(
      writtenTogether.some((scripts) => scripts.test(letters)) ||
      singleScripts.some((script) => new RegExp(`^\\p{scx=${script}}*$`, 'u').test(letters))
    )
  })
}

interface MailProvider {
  domains: RegExp
  /** All these domains are one mailbox; this one stands for them. */
  domain?: string
  /** What begins a tag after the name. */
  tag: '+' | '-'
  /** Characters of the name that the provider ignores. */
  ignored?: RegExp
}

/**
 * What providers deliver to one mailbox:
 * - Gmail ignores dots, and googlemail.com is gmail.com: support.google.com/mail/answer/7436150; tags:
 *   support.google.com/a/users/answer/9282734.
 * - Outlook.com, Hotmail, Live and MSN: learn.microsoft.com/exchange/recipients-in-exchange-online/plus-addressing-in-exchange-online.
 * - iCloud takes tags, and an owner of a name at mac.com or me.com has it at icloud.com: support.apple.com/108767.
 * - Proton ignores dots, hyphens and underscores: proton.me/support/change-username; tags, and the same name at its
 *   domains: proton.me/support/addresses-and-aliases.
 * - Fastmail takes tags, and anything@name.fastmail.com is name@fastmail.com: fastmail.help/hc/articles/360060591053.
 * - Yahoo's disposable addresses are name-keyword, and no name has a hyphen: help.yahoo.com/kb/SLN28338.html.
 * - Yandex: a name has all its domains: yandex.com/support/id/authorization/email.html; tags, and dots that are
 *   hyphens: yandex.com/support/mail/web/preferences/aliases.html.
 */
const mailProviders: readonly MailProvider[] = [
  { domains: /^(?:gmail|googlemail)\.com$/, domain: 'gmail.com', tag: '+', ignored: /\./g },
  { domains: /^(?:outlook|hotmail|live|msn|windowslive)\.(?:com|[a-z]{2}|com?\.[a-z]{2})$/, tag: '+' },
  { domains: /^(?:icloud|me|mac)\.com$/, domain: 'icloud.com', tag: '+' },
  {
    domains: /^(?:proton\.me|protonmail\.(?:com|ch)|pm\.me)$/,
    domain: 'proton.me',
    tag: '+',
    ignored: /[._-]/g,
  },
  { domains: /^fastmail\.(?:com|fm|net|org|co\.uk|com\.au|[a-z]{2})$/, tag: '+' },
  {
    domains: /^(?:yahoo\.(?:com|[a-z]{2}|com?\.[a-z]{2})|ymail\.com|rocketmail\.com|myyahoo\.com)$/,
    tag: '-',
  },
  {
    domains: /^(?:yandex\.(?:ru|com|by|kz|ua|com\.tr)|ya\.ru)$/,
    domain: 'yandex.ru',
    tag: '+',
    ignored: /[.-]/g,
  },
]

/** name@fastmail.com for anything@name.fastmail.com. */
const fastmailSubdomain = /^([^.]+)\.(fastmail\.(?:com|fm|net|org|co\.uk|com\.au|[a-z]{2}))$/

/**
 * The one form of all spellings of an address that reach one mailbox, for comparing only (whether an account exists, an
 * exclusion, an offer, an attempt): it is never mailed or shown. Lower case, NFKC, the domain in ASCII, without what its
 * provider ignores. A text that is no address is only normalized.
 */
export function canonicalEmail(text: string): string {
  const address = normalizeEmail(text)
  const at = address.lastIndexOf('@')
  if (at < 1) return address
  const typedDomain = address.slice(at + 1)
  let local = address.slice(0, at)
  let domain = asciiDomain(typedDomain) ?? typedDomain
  const [, name, host] = fastmailSubdomain.exec(domain) ?? []
  if (name !== undefined && host !== undefined) [local, domain] = [name, host]
  const provider = mailProviders.find(({ domains }) => domains.test(domain))
  if (!provider) return `${local}@${domain}`
  const [untagged = ''] = local.split(provider.tag)
  const bare = provider.ignored ? untagged.replace(provider.ignored, '') : untagged
  return `${bare === '' ? local : bare}@${provider.domain ?? domain}`
}

/** A domain as ASCII by UTS 46, as the URL standard does it; null when it has no such form. */
function asciiDomain(domain: string): string | null {
  // The characters that would end the host of a URL.
  if (/[\s/?#@:\\[\]%]/.test(domain)) return null
  return readUrl(`http://${domain}/`)?.hostname || null
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
