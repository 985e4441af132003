import { refetchModules } from './refetchModules.ts'
import { reloadOnce } from './reloadOnce.ts'

/**
 * In the head of a prerendered page, before the first paint. The page (prerender.tsx) is that of a guest, in the language
 * of its `data-language` and at the normal text size: for anybody else it stays hidden until the client has rendered.
 *
 * What the page shows needs no program, so that is loaded after the first paint: until then the page has the network and
 * the processor to itself. Where nothing is painted yet, because the page or its tab is hidden, it is loaded at once.
 */
const page = document.documentElement
/** A browser that reports no paint loads the program this long after the page, in ms. */
const longestWaitMs = 1_000
const addressesIn = (name: string) => page.dataset[name]?.split(' ').filter(Boolean) ?? []

try {
  const stored = (key: string) =>
    localStorage.getItem(key) ?? new RegExp(`(?:^|; )${key}=([^;]*)`).exec(document.cookie)?.[1]
  if (
    localStorage.getItem('token') !== null ||
    (stored('textScale') ?? '100') !== '100' ||
    (stored('language') ?? 'pt_BR') !== page.dataset['language'] ||
    location.search !== ''
  )
    page.dataset['prerender'] = 'off'
} catch (error) {
  // The browser refuses storage: then nobody is logged in, and no language is stored.
  console.info('storage refused', error)
}

// It comes before the program, which takes it: features/install/installPrompt.ts.
window.addEventListener(
  'beforeinstallprompt',
  (event) => {
    event.preventDefault()
    window.installOffer = event
  },
  { once: true },
)

function addLink(attributes: Partial<HTMLLinkElement>): void {
  document.head.append(Object.assign(document.createElement('link'), attributes))
}

// The style sheets whose rules the page contains: the bundler loads one only where it finds no link of it.
for (const href of addressesIn('sheets')) addLink({ rel: 'stylesheet', disabled: true, href })

const whenParsed = new Promise<void>((resolve) =>
  document.addEventListener('DOMContentLoaded', () => resolve(), { once: true }),
)

const whenPainted = new Promise<void>((resolve) => {
  if (page.dataset['prerender'] === 'off' || document.visibilityState === 'hidden') return resolve()
  document.addEventListener('visibilitychange', () => resolve(), { once: true })
  new PerformanceObserver(() => resolve()).observe({ type: 'paint', buffered: true })
  void whenParsed.then(() => setTimeout(resolve, longestWaitMs))
})

void whenPainted.then(async () => {
  const program = addressesIn('program')
  for (const href of program) addLink({ rel: 'modulepreload', crossOrigin: '', href })
  for (const href of addressesIn('ahead')) {
    const kind = href.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' }
    addLink({ ...kind, fetchPriority: 'low', crossOrigin: '', href })
  }
  // It reads the data at the end of the page.
  await whenParsed
  try {
    // Each in a task of its own, so that the page reacts in between.
    for (const file of program) await import(/* @vite-ignore */ file)
  } catch (error) {
    console.info('the program does not come', error)
    await waitForProgram()
    reloadOnce()
  }
})

/** Resolves once the files come. */
async function waitForProgram(): Promise<void> {
  for (;;) {
    try {
      return await refetchModules()
    } catch (error) {
      console.info('not yet', error)
      await new Promise((resolve) => setTimeout(resolve, longestWaitMs))
    }
  }
}
