import type { Plugin } from 'vite'

type Host = 'electron' | 'web'

const isRoomy = '(min-width: 601px)'

/**
 * The kinds of screen that styles name, for example `@media (--wide)`:
 *
 * - `--roomy`: wider than a phone. The phone's layout fills it, with more columns.
 * - `--column`: a landscape window of the application. The phone's column stands on its backdrop.
 * - `--wide`: a browser on a desktop: side rail, stage beside panel, sheets as dialogs. A portrait screen is not
 *   one, however many pixels it has.
 * - `--lying`: a phone on its side in a browser: no height to spare, so that things stand side by side.
 */
const media: Record<Host, Record<'roomy' | 'column' | 'wide' | 'lying', string>> = {
  web: {
    roomy: isRoomy,
    column: 'not all',
    wide: '(min-width: 1000px) and (min-aspect-ratio: 3/4)',
    lying: '(min-width: 560px) and (max-width: 999px) and (max-height: 480px)',
  },
  electron: {
    roomy: `${isRoomy} and (max-aspect-ratio: 999/1000)`,
    column: `${isRoomy} and (min-aspect-ratio: 1/1)`,
    wide: 'not all',
    lying: 'not all',
  },
}

/** For renderer/ui/useIsWide.ts. */
export function wideMedia(host: Host): string {
  return media[host].wide
}

/** Replaces the names with this host's media queries, which browsers do not know yet, and lowers heights for older ones. */
export function screenMedia(host: Host): Plugin {
  return {
    name: 'screen-media',
    enforce: 'pre',
    transform(code, id) {
      if (!/\.css($|\?)/.test(id)) return undefined
      const named = code.replaceAll(/@media \(--(\w+)\)/g, (whole, name: string) => {
        const query = media[host][name as keyof (typeof media)[Host]]
        if (query === undefined) this.error(`${whole}: no such kind of screen`)
        return `@media ${query}`
      })
      const lowered = named.replaceAll(visibleHeight, olderHeight)
      return lowered === code ? undefined : { code: lowered, map: null }
    },
  }
}

/** A declaration with the height of what is visible. */
const visibleHeight = /^( *)([\w-]+:[^;{}]*\ddvh[^;{}]*;)/gm

/**
 * Chrome before 108 does not know the unit: the height of the window stands before it. That does not help where a value has
 * a variable in it, which a browser takes before it knows what it is; there the unit is a variable too (ui/tokens.css).
 */
function olderHeight(_: string, indent: string, declaration: string): string {
  if (declaration.startsWith('--')) return `${indent}${declaration}`
  if (/var\(/.test(declaration))
    return `${indent}${declaration.replaceAll(/([\d.]+)dvh/g, '$1 * var(--visible-hundredth)')}`
  return `${indent}${declaration.replaceAll('dvh', 'vh')} ${declaration}`
}
