import { pagePaths } from '../pages.ts'

/** The pages whose addresses are printed as a QR code, with a code at the end. */
type CodePage = 'voucher' | 'sharedTicket'

/**
 * The code of an address of this page, such as `https://…/vale{code}`, which is what a scanner types; any other text as it
 * is. A scanner that is set to another keyboard than the machine writes other characters for `:` and `/`.
 */
export function codeIn(text: string, page: CodePage): string {
  const name = pagePaths[page].replace('{}', '').slice(1)
  return new RegExp(`[^a-z0-9]${name}([a-z0-9._ -]+)$`, 'i').exec(text.trim())?.[1] ?? text.trim()
}
