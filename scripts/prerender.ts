/**
 * Writes dist-web/home.{language}.html: index.html with /home prerendered in it (src/renderer/app/prerender.tsx), which
 * shows until the client has loaded. The server sends the one of the browser's language for / and /home; every other
 * address gets index.html.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, transformWithOxc } from 'vite'
import { languageCodes, languages, type LanguageCode } from '#contract/languages.ts'
import type { Manifest } from './packaging/chunks.ts'
import { withGlobals } from './withGlobals.ts'

const web = resolve(import.meta.dirname, '../dist-web')
const app = resolve(import.meta.dirname, '../src/renderer/app')

/** The parts of a browser that the client uses while it renders. */
const browser = {
  window: { matchMedia: () => ({ matches: false }) },
  document: { documentElement: { dataset: {} }, cookie: '' },
  location: { protocol: 'http:' },
  navigator: { onLine: true },
}

/** Renders /home with the client's configuration, so that class names and asset addresses are the same. */
async function render(): Promise<Map<LanguageCode, string>> {
  // In node_modules, so that imports that are not bundled resolve.
  const folder = mkdtempSync(resolve(import.meta.dirname, '../node_modules/.prerender-'))
  try {
    await build({
      configFile: resolve(import.meta.dirname, '../vite.web.config.ts'),
      logLevel: 'warn',
      build: {
        ssr: join(app, 'prerender.tsx'),
        outDir: folder,
        manifest: false,
        copyPublicDir: false,
        rolldownOptions: { output: { codeSplitting: true } },
      },
    })
    return await withGlobals(browser, async () => {
      const { prerenderHome } = (await import(pathToFileURL(join(folder, 'prerender.js')).href)) as {
        prerenderHome: (language: LanguageCode) => Promise<string>
      }
      const pages = new Map<LanguageCode, string>()
      for (const code of languageCodes) pages.set(code, await prerenderHome(code))
      return pages
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Inlined, so that the first paint waits for one response only; the server's policy allows it by its hash. */
const guard = (
  await transformWithOxc(readFileSync(join(app, 'prerenderGuard.ts'), 'utf8'), 'prerenderGuard.ts')
).code.trim()
const page = readFileSync(join(web, 'index.html'), 'utf8')
const [link, , sheet] = /<link rel="stylesheet"( crossorigin)? href="([^"]+)">/.exec(page) ?? []
if (!link || !sheet || page.split('rel="stylesheet"').length !== 2)
  throw new Error('the first view has not exactly one style sheet')
const style = readFileSync(join(web, sheet), 'utf8').trim()
if (/<\/(style|script)|<!--/i.test(style + guard))
  throw new Error('the prerendered page cannot contain this style or script')

const manifest = JSON.parse(readFileSync(join(web, '.vite/manifest.json'), 'utf8')) as Manifest

/** The files of these chunks, of which there are `count`. */
function filesOf(chunks: RegExp, count: number): string[] {
  const files = Object.keys(manifest).flatMap((key) => (chunks.test(key) ? (manifest[key]?.file ?? []) : []))
  if (files.length !== count) throw new Error(`not what /home asks for first: ${files.join(', ')}`)
  return files
}

/** What the first view is drawn with: the browser fetches it together with the client. */
function hints(code: LanguageCode): string {
  return filesOf(new RegExp(`^i18n/locales/${code}/index.ts$|^_(common|games|home)-.*\\.(js|css)$`), 6)
    .map((file) => {
      const kind = file.endsWith('.css') ? 'rel="preload" as="style"' : 'rel="modulepreload"'
      return `<link ${kind} crossorigin href="/${file}">\n    `
    })
    .join('')
}

/** What calls need. A guest's data is in the page; for a player prerenderGuard.ts makes a hint of it. */
const playersHint = filesOf(/^_calls-.*\.js$/, 1)
  .map((file) => `<link rel="player-modulepreload" href="/${file}">`)
  .join('')

for (const [code, rendered] of await render()) {
  // The policy forbids style attributes.
  const html = rendered.replaceAll(/ style="[^"]*"/g, '')
  const home = page
    .replace('<html lang="pt-BR">', () => `<html lang="${languages[code].locale}" data-language="${code}">`)
    // Chunks look for the link of their style sheet: a disabled one is found, but never loaded.
    .replace(link, () => `<style>${style}</style>\n    ${link.replace('<link', '<link disabled')}`)
    .replace(
      '<script type="module"',
      () => `${playersHint}\n    <script>${guard}</script>\n    <script type="module"`,
    )
    .replace('</head>', () => `${hints(code)}</head>`)
    .replace(
      '<div id="root"></div>',
      () => `<div id="root"><div id="prerender" inert aria-hidden="true">${html}</div></div>`,
    )
  if (!home.includes(guard) || !home.includes('id="prerender"') || !home.includes(`data-language="${code}"`))
    throw new Error('index.html has no place for the prerendered page')
  writeFileSync(join(web, `home.${code}.html`), home)
}
