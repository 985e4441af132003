/**
 * In the head of a prerendered page, before the first paint. The page (prerender.tsx) is that of a guest, in the language
 * of its `data-language` and at the normal text size: for anybody else it stays hidden until the client has rendered.
 *
 * The program is in a template: what the page shows needs none of it, so it is fetched after the first paint, and until
 * then the page has the network and the processor to itself. Where the page is hidden, or a player's, it is fetched at
 * once.
 */
/** A browser that reports no paint gets the program this long after the page, in ms. */
const longestWaitMs = 1_000
let isUrgent = document.visibilityState === 'hidden'
let isPlayer = false
try {
  const stored = (key: string) =>
    localStorage.getItem(key) ?? new RegExp(`(?:^|; )${key}=([^;]*)`).exec(document.cookie)?.[1]
  isPlayer = localStorage.getItem('token') !== null
  // The font that an earlier visit has fetched (font.ts).
  if (stored('font')) document.documentElement.dataset['font'] = ''
  const isOther =
    isPlayer ||
    (stored('textScale') ?? '100') !== '100' ||
    (stored('language') ?? 'pt_BR') !== document.documentElement.dataset['language'] ||
    location.search !== ''
  if (isOther) {
    document.documentElement.dataset['prerender'] = 'off'
    isUrgent = true
  }
} catch (error) {
  // The browser refuses storage: then nobody is logged in, and no language is stored.
  console.info('storage refused', error)
}

/** Adds these elements of the template to the page. */
function add(selector: string): void {
  const program = document.querySelector<HTMLTemplateElement>('#program')
  if (program) document.head.append(...document.importNode(program.content, true).querySelectorAll(selector))
}

function whenPainted(): Promise<void> {
  return new Promise((resolve) => {
    document.addEventListener('visibilitychange', () => resolve(), { once: true })
    if (PerformanceObserver.supportedEntryTypes.includes('paint'))
      new PerformanceObserver((paints) => {
        if (paints.getEntriesByName('first-contentful-paint').length > 0) resolve()
      }).observe({ type: 'paint', buffered: true })
    document.addEventListener('DOMContentLoaded', () => setTimeout(resolve, longestWaitMs), { once: true })
  })
}

// It reads the data at the end of the page.
const whenParsed = new Promise<void>((resolve) =>
  document.addEventListener('DOMContentLoaded', () => resolve(), { once: true }),
)
if (isUrgent) add(isPlayer ? 'link' : 'link:not([data-player])')
void Promise.all([whenParsed, isUrgent || whenPainted()]).then(() =>
  add(isUrgent ? 'script' : 'script, link:not([data-player])'),
)
