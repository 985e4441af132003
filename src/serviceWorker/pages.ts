import { firstViewId } from '#contract/firstView.ts'
import { isPagePath, pagePaths } from '#contract/pages.ts'
import { prerenderedPages, type PrerenderedPage } from '#contract/prerenderedPages.ts'

/** The prerendered page at exactly this address. With a query the client decides what is shown, so there is none. */
export function prerenderedPageAt({ pathname, search }: URL): PrerenderedPage | undefined {
  if (search !== '') return undefined
  if (pathname === '/') return 'home'
  return prerenderedPages.find((page) => pathname === `/${page}`)
}

/**
 * Whether the client draws the page at this address. Not the one to which payment pages return: it may be framed, so
 * it has a policy of its own.
 */
export function isClientPage({ pathname }: URL): boolean {
  return isPagePath(pathname) && !pathname.startsWith(pagePaths.paySuccess)
}

/** Whether this is a page of any build. */
export function isOurPage(html: string): boolean {
  return html.includes('id="root"')
}

/** The language in which a page is prerendered. */
export function languageOf(html: string): string | undefined {
  return /<html[^>]* data-language="([^"]+)"/.exec(html)?.[1]
}

/** The page without the data of the moment in which it was sent. */
export function withoutFirstView(html: string): string {
  return html.replace(new RegExp(`<script type="application/json" id="${firstViewId}">[^<]*</script>`), '')
}

/** The built files that a page names: its program, styles and texts. */
export function filesOf(html: string): string[] {
  const named = [...html.matchAll(/ (?:src|href|data-program|data-ahead)="([^"]+)"/g)].flatMap(
    ([, files = '']) => files.split(' ').filter((file) => file.startsWith('/assets/')),
  )
  return [...new Set(named)]
}
