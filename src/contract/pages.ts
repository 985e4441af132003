/**
 * The pages of the client: docs/product.md, "Route table". The client's routes (renderer/app/routes.tsx) are made
 * from them; the server responds with 200 to these paths and with 404 to all others. `{}` at the end stands for a value without a slash (/y{inviteCode}).
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
  identity: '/identidade',
  results: '/resultados',
  sportRules: '/regras',
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

/** A page whose address ends with a value. */
export type ValuePageName = {
  [Name in PageName]: (typeof pagePaths)[Name] extends `${string}{}` ? Name : never
}[PageName]

/** Other addresses of /home. */
export const homeAliases = ['/', '/main'] as const

/** Made at its first use: the first view has none. */
let anyPage: RegExp | undefined

/** Whether the client has a page at a pathname (without query). Trailing slashes are ignored. */
export function isPagePath(pathname: string): boolean {
  anyPage ??= patternOfAll()
  return anyPage.test(decode(pathname))
}

function patternOfAll(): RegExp {
  const patterns = [...homeAliases, ...Object.values(pagePaths)].map((path) => path.replace('{}', '[^/]+'))
  return new RegExp(`^(?:${patterns.join('|')})/*$`)
}

/** Escaped slashes stay as they are, and so does a path with a broken escape (`/y%E0`): an unknown code, not an error. */
function decode(pathname: string): string {
  try {
    return decodeURI(pathname)
  } catch (error) {
    if (error instanceof URIError) return pathname
    throw error
  }
}
