import type { Storages } from '../services/storage.ts'

/** A letter of each script that has a separate file (ui/fonts.css): a file is fetched when one of its letters is needed. */
const [latin, cyrillic, vietnamese] = ['a', 'ж', 'ạ']
/** How long the first visit has the network to itself, in ms. */
const quietMs = 20_000

/**
 * A browser's first visit shows the system's font. Some time after it, the font is fetched into the browser's cache, and
 * the next visit begins with it: the page that is being read never changes. prerenderedHead.ts does the same for pages
 * that are painted before this runs.
 */
export function chooseFont(local: Storages['local']): void {
  if (local.get('font') === true) show()
  else setTimeout(() => void fetchForNextVisit(local), quietMs)
}

/** The application has the font on its disk and begins with it. */
export async function loadFont(): Promise<void> {
  if (await load(`${latin}${cyrillic}${vietnamese}`)) show()
}

function show(): void {
  document.documentElement.dataset['font'] = ''
}

async function fetchForNextVisit(local: Storages['local']): Promise<void> {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData) return
  const { lang } = document.documentElement
  const own = lang.startsWith('ru') ? cyrillic : lang.startsWith('vi') ? vietnamese : ''
  if (await load(`${latin}${own}`)) local.set('font', true)
}

async function load(letters: string): Promise<boolean> {
  try {
    return (await document.fonts.load('1em Inter', letters)).length > 0
  } catch (error) {
    console.info('the font is not loaded', error)
    return false
  }
}
