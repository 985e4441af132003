/**
 * The pages of the client: docs/product.md, "Route table". The client renders them; the server responds with 200 to
 * their paths and with 404 to all others. `{}` at the end stands for a value without a slash (/y{inviteCode}).
 */
export const pagePaths = {
  home: '/home',
  conta: '/conta',
  registros: '/registros',
  paySuccess: '/paySuccess',
  play: '/play',
  error: '/error',
  registered: '/registered',
  dice: '/dice',
  limbo: '/limbo',
  luckyColor: '/luckyColor',
  double: '/double',
  rowDouble: '/rowDouble',
  footballPage: '/footballPage',
  mines: '/mines',
  fair: '/fair',
  invitation: '/y{}',
  link: '/zgo{}',
  download: '/download',
  gamebouns: '/gamebouns',
  gameMess: '/gameMess',
  signInSheet: '/signInSheet',
  jogoResponsavel: '/jogoResponsavel',
  vip: '/vip',
  share: '/share',
  agentJl: '/agentJl',
  ladderBonus: '/ladderBonus',
  active: '/active{}',
  sharedTicket: '/bilhete{}',
  voucher: '/vale{}',
  terminalLogin: '/totem{}',
} as const

export type PageName = keyof typeof pagePaths

const pages = Object.entries(pagePaths) as [PageName, string][]
const homeAliases = ['/', '/main']

/**
 * The page at a pathname (without query), and the decoded value of its `{}`, `''` if it has none. Trailing slashes
 * are ignored. Undefined for an unknown path.
 */
export function matchPage(pathname: string): { name: PageName; value: string } | undefined {
  const path = withoutTrailingSlash(pathname)
  for (const [name, pattern] of pages) if (pattern === path) return { name, value: '' }
  for (const [name, pattern] of pages) {
    const prefix = pattern.endsWith('{}') ? pattern.slice(0, -2) : undefined
    if (prefix && path.startsWith(prefix) && path.length > prefix.length && !path.slice(1).includes('/')) {
      return { name, value: decode(path.slice(prefix.length)) }
    }
  }
  return undefined
}

/** Whether a pathname is another address of /home. */
export function isHomeAlias(pathname: string): boolean {
  return homeAliases.includes(withoutTrailingSlash(pathname))
}

function withoutTrailingSlash(pathname: string): string {
  return pathname.replace(/\/+$/, '') || '/'
}

/** A value with a broken escape (`/y%E0`) stays as it is: an unknown code, not an error. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return text
    throw error
  }
}
