import { untilOnline } from './untilOnline.ts'

/**
 * A page that the build has drawn has only the rules of what it shows (scripts/firstViewStyle.ts). The client needs all of
 * them before it renders: in one file, which the page names. Rejects where it does not load.
 */
export async function loadWholeStyle(): Promise<void> {
  const href = document.querySelector<HTMLLinkElement>('link[data-whole-style]')?.href
  if (href === undefined) return
  let isFirst = true
  await untilOnline(() => {
    // A further attempt has loaded it again, as every failed style sheet.
    if (!isFirst) return Promise.resolve()
    isFirst = false
    return addSheet(href)
  })
}

function addSheet(href: string): Promise<void> {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.crossOrigin = ''
  link.href = href
  return new Promise((resolve, reject) => {
    link.onload = () => resolve()
    link.onerror = () => reject(new Error(`no style: ${href}`))
    document.head.append(link)
  })
}
