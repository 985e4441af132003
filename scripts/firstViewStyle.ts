import Beasties from 'beasties'

/**
 * Kept although no element of the drawn page needs it: rules of the document and of elements without a class (the reset,
 * the notice of a program that does not come), and those of attributes that a script sets before the first paint.
 */
const ofEveryPage = /:root|\bhtml\b|data-prerender|^[^.]*$/

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
  const document = `<!doctype html><html><head><style>${style}</style></head><body>${pages.join('')}</body></html>`
  const [, reduced] = /<style>([^]*?)<\/style>/.exec(await beasties.process(document)) ?? []
  if (!reduced) throw new Error('the first view has no style')
  // It drops those whose family is named by a custom property.
  const fonts = style.match(/@font-face\s*\{[^}]*\}/g) ?? []
  return fonts.join('') + reduced
}
