import Beasties from 'beasties'
import { parse, type Root } from 'postcss'

/**
 * Kept although no element of the drawn page needs it: rules of the document and of elements without a class (the reset,
 * the notice of a program that does not come), and those of attributes that a script sets before the first paint.
 */
const ofEveryPage = /:root|\bhtml\b|data-prerender|^[^.]*$/

/** What a selector says of other elements: alternatives and exceptions do not decide whether it applies. */
const alternatives = /:(?:not|is|where)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g
const interaction = /:(?:hover|active|focus|focus-visible|focus-within)\b/

/** The rules of a style sheet that apply to what `pages`, bodies of the same page in several languages, show. */
export async function firstViewStyle(style: string, pages: readonly string[]): Promise<string> {
  const beasties = new Beasties({
    reduceInlineStyles: true,
    external: false,
    fonts: false,
    keyframes: 'critical',
    allowRules: [ofEveryPage],
    logLevel: 'warn',
    logger: {
      warn: (message) => {
        throw new Error(`the rules of the first view are not known: ${message}`)
      },
    },
  })
  const body = pages.join('')
  const document = `<!doctype html><html><head><style>${style}</style></head><body>${body}</body></html>`
  const [, reduced] = /<style>([^]*?)<\/style>/.exec(await beasties.process(document)) ?? []
  if (!reduced) throw new Error('the first view has no style')
  // It drops those whose family is named by a custom property.
  const fonts = style.match(/@font-face\s*\{[^}]*\}/g) ?? []
  const sheet = parse(fonts.join('') + reduced)
  dropInteraction(sheet)
  dropUnusedProperties(sheet, body)
  return sheet.toString()
}

/** Nobody can press, point at or focus what the page shows: it is inert until the client has all of its style. */
function dropInteraction(sheet: Root): void {
  sheet.walkRules((rule) => {
    const kept = rule.selectors.filter(
      (selector) => !selector.includes('.') || !interaction.test(selector.replaceAll(alternatives, '')),
    )
    if (kept.length === rule.selectors.length) return
    if (kept.length > 0) rule.selectors = kept
    else rule.remove()
  })
  sheet.walkAtRules('media', (media) => {
    if (media.nodes?.length === 0) media.remove()
  })
}

/** Custom properties that nothing names any more; without them, others may be unused, too. */
function dropUnusedProperties(sheet: Root, body: string): void {
  const named = new Set(`${sheet.toString()}${body}`.match(/(?<=var\(\s*)--[\w-]+/g))
  let isChanged = false
  sheet.walkDecls(/^--/, (declaration) => {
    if (named.has(declaration.prop)) return
    declaration.remove()
    isChanged = true
  })
  if (isChanged) dropUnusedProperties(sheet, body)
}
