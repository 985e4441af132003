/**
 * Writes dist-web/{page}.{language}.html: index.html with the page prerendered in it (src/renderer/app/prerender.tsx),
 * which shows until the client has loaded. The server sends the one of the browser's language for these pages
 * (contract/prerenderedPages.ts); every other address gets index.html. Of each jurisdiction that turns something off it
 * writes dist-web/{page}.{language}.{profile}.html as well. With the argument `electron` it writes home into
 * out/renderer, where the main process serves it.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, parse, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type InlineConfig } from 'vite'
import { defaultLanguage, languageCodes, languages, type LanguageCode } from '#contract/languages.ts'
import { switchedOffMark, type HouseSwitch } from '#contract/rules/houseSwitches.ts'
import { switchedOff } from '#server/config/jurisdictions.ts'
import { prerenderedFile, prerenderedPages, type PrerenderedPage } from '#contract/prerenderedPages.ts'
import { brand } from './brand/brand.ts'
import { browserTargets } from './floor/browserFloor.ts'
import { loadedWith, type Manifest } from './packaging/chunks.ts'
import { lateHtml, noScriptHtml, withQuestion } from './olderBrowsers.ts'
import { rendererDefine } from './rendererDefine.ts'
import { screenMedia } from './screenMedia.ts'
import { verifierPage } from './verifierPage.ts'
import { withGlobals } from './withGlobals.ts'

const host = process.argv[2] === 'electron' ? 'electron' : 'web'
/** The finished build. */
const finished = resolve(import.meta.dirname, host === 'web' ? '../dist-web' : '../out/renderer')
const pages: readonly PrerenderedPage[] = host === 'web' ? prerenderedPages : ['home']
const app = resolve(import.meta.dirname, '../src/renderer/app')

interface Profile {
  /** Undefined: the pages of every jurisdiction that turns nothing off. */
  name: string | undefined
  off: readonly HouseSwitch[]
}

/** The window shows nothing that may be off before the server has told it, so its page is the same everywhere. */
const profiles: Profile[] = [{ name: undefined, off: [] }, ...(host === 'web' ? strictProfiles() : [])]

function strictProfiles(): Profile[] {
  return readdirSync(resolve(import.meta.dirname, '../resources/jurisdictions'))
    .map((file) => parse(file).name)
    .map((name) => ({ name, off: switchedOff({ config: { jurisdiction: name } }) }))
    .filter(({ off }) => off.length > 0)
}

/** What the page says of itself while it is drawn. */
const dataset = { off: '' }

/** The parts of a browser that the client uses while it renders. */
const browser = {
  window: {
    matchMedia: () => ({ matches: false }),
    localStorage: { getItem: () => null, setItem: () => undefined },
  },
  document: { documentElement: { dataset }, cookie: '' },
  location: { protocol: 'http:' },
  navigator: { onLine: true },
}

interface Rendered {
  page: PrerenderedPage
  code: LanguageCode
  profile: Profile
  html: string
}

/** electron-vite keeps its configuration to itself; this is what determines class names and asset addresses. */
const electronClient: InlineConfig = {
  configFile: false,
  root: resolve(app, '..'),
  base: '/',
  define: rendererDefine('electron'),
  plugins: [brand(), react(), screenMedia('electron'), verifierPage()],
  build: { assetsInlineLimit: 2048, target: 'es2022' },
}

/** Renders the pages with the client's configuration, so that class names and asset addresses are the same. */
async function render(): Promise<Rendered[]> {
  // In node_modules, so that imports that are not bundled resolve.
  const folder = mkdtempSync(resolve(import.meta.dirname, '../node_modules/.prerender-'))
  try {
    const client =
      host === 'web' ? { configFile: resolve(import.meta.dirname, '../vite.web.config.ts') } : electronClient
    await build({
      ...client,
      logLevel: 'warn',
      build: {
        ...('build' in client && client.build),
        ssr: join(app, 'prerender.tsx'),
        outDir: folder,
        manifest: false,
        copyPublicDir: false,
        rolldownOptions: { output: { codeSplitting: true } },
      },
    })
    return await withGlobals(browser, async () => {
      const { prerender } = (await import(pathToFileURL(join(folder, 'prerender.js')).href)) as {
        prerender: (page: PrerenderedPage, language: LanguageCode) => Promise<string>
      }
      const rendered: Rendered[] = []
      for (const profile of profiles) {
        dataset.off = profile.off.join(' ')
        for (const page of pages)
          for (const code of languageCodes)
            rendered.push({ page, code, profile, html: await prerender(page, code) })
      }
      return rendered
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A script without imports, in a scope of its own. */
async function minified(entry: string): Promise<string> {
  const outputs = await build({
    configFile: false,
    logLevel: 'warn',
    build: { write: false, target: browserTargets, lib: { entry, formats: ['iife'], name: 'head' } },
  })
  const [output] = [outputs].flat()
  if (!output || !('output' in output)) throw new Error(`no output for ${entry}`)
  return output.output[0].code.trim()
}

/** Inlined, because it runs before the first paint; the server's policy allows it by its hash. */
const headScript = await minified(join(app, 'prerenderedHead.ts'))
const client = readFileSync(join(finished, 'index.html'), 'utf8')
const [link, clientSheet] = /<link rel="stylesheet"(?: crossorigin)? href="\/([^"]+)">/.exec(client) ?? []
if (!link || !clientSheet || client.split('rel="stylesheet"').length !== 2)
  throw new Error('the client has not exactly one style sheet')
/** Of the web build: the application has its files on disk, and fetches none ahead. */
const manifest =
  host === 'web' ? (JSON.parse(readFileSync(join(finished, '.vite/manifest.json'), 'utf8')) as Manifest) : {}

/** What the first view of a page loads beyond the client: its screen or the rest of it, and its part of the texts. */
const loadedBy: Record<PrerenderedPage, { screen: string; texts?: 'general' | 'play' }> = {
  // Its screen is part of the client. The rest of it is below the first view.
  home: { screen: 'screens/home/belowFold.ts' },
  footballPage: { screen: 'screens/footballPage/FootballPageScreen.tsx', texts: 'play' },
  vip: { screen: 'screens/vip/VipScreen.tsx', texts: 'general' },
  conta: { screen: 'screens/conta/ContaScreen.tsx', texts: 'general' },
  mines: { screen: 'games/mines/MinesGame.tsx', texts: 'play' },
}
const inClient = host === 'web' ? loadedWith(manifest, 'index.html') : new Set<string>()

/** The client's program in index.html: what its entry imports, then the entry, which may be several files. */
const programTags = [
  ...client.matchAll(/ *<link rel="modulepreload"[^>]* href="([^"]+)">\n/g),
  ...client.matchAll(/ *<script type="module"[^>]* src="([^"]+)"><\/script>\n/g),
]
const program = programTags.map(([, file]) => file).join(' ')
if (program === '') throw new Error('index.html has no program')
/** index.html without it: prerenderedHead.ts loads it after the first paint. */
const withoutProgram = programTags.reduce(
  (html, [tag]) => html.replace(tag, ''),
  host === 'web' ? withQuestion(client) : client,
)

/** The chunks of these sources, or groups of vite.web.config.ts, with their imports, which come first, and without those of the client. */
function chunksOf(names: readonly string[]): Manifest[string][] {
  const found = new Set<string>()
  for (const name of names) {
    const key = Object.keys(manifest).find((each) => each === name || each.startsWith(`_${name}-`))
    if (key === undefined) throw new Error(`no chunk ${name}`)
    loadedWith(manifest, key, found)
  }
  return [...found].flatMap((key) => (inClient.has(key) ? [] : (manifest[key] ?? [])))
}

function sheetsOf(page: PrerenderedPage): string[] {
  if (host === 'electron' || page === 'home') return []
  return [...new Set(chunksOf([loadedBy[page].screen]).flatMap(({ css = [] }) => css))]
}

/** What the browser fetches together with the client, but after it. */
function filesAhead(page: PrerenderedPage, code: LanguageCode): string[] {
  if (host === 'electron') return []
  const { screen, texts } = loadedBy[page]
  const dictionary = `i18n/locales/${code}`
  const chunks = chunksOf([
    `${dictionary}/initial.ts`,
    'places',
    screen,
    ...(texts ? [`${dictionary}/${texts}.ts`] : []),
  ])
  const inlined = sheetsOf(page)
  const sheets = chunks.flatMap(({ css = [] }) => css).filter((sheet) => !inlined.includes(sheet))
  return [...chunks.map(({ file }) => file), ...new Set(sheets)].map((file) => `/${file}`)
}

/**
 * The window's first page with its pictures in it: each file is a request to the main process, which is busiest then. The
 * web's pages load them, because a browser keeps them for the next page.
 */
function withPictures(html: string): string {
  if (host === 'web') return html
  return html.replaceAll(/ src="\/(assets\/[^"]+\.svg)"/g, (_match, file: string) => {
    const picture = readFileSync(join(finished, file)).toString('base64')
    return ` src="data:image/svg+xml;base64,${picture}"`
  })
}

/** Its place in index.html. */
function place(html: string, mark: string, replacement: string): string {
  if (html.split(mark).length !== 2) throw new Error(`index.html has not exactly one ${mark}`)
  return html.replace(mark, () => replacement)
}

for (const { page, code, profile, html } of await render()) {
  if (/ style="/.test(html))
    throw new Error(`/${page} has a style attribute, which the policy forbids: use a class`)
  if (/<!--\$[?!~]/.test(html)) throw new Error(`/${page} has a part that was not finished`)
  const sheets = [clientSheet, ...sheetsOf(page)]
  const style = sheets.map((sheet) => readFileSync(join(finished, sheet), 'utf8').trim()).join('')
  if (/<\/(style|script)|<!--/i.test(style + headScript))
    throw new Error('the prerendered page cannot contain this style or script')
  const { locale } = languages[code]
  const data = {
    language: code,
    program,
    ahead: filesAhead(page, code).join(' '),
    sheets: sheets.map((sheet) => `/${sheet}`).join(' '),
  }
  const attributes = Object.entries(data).map(([name, value]) => ` data-${name}="${value}"`)
  if (profile.off.length > 0) attributes.push(` ${switchedOffMark(profile.off)}`)
  const places: [mark: string, replacement: string][] = [
    ['<html lang="pt-BR">', `<html lang="${locale}"${attributes.join('')}>`],
    [link, `<style>${style}</style>`],
    ['</head>', `<script>${headScript}</script>\n  </head>`],
    [noScriptHtml(languageCodes), noScriptHtml([code])],
    [lateHtml(defaultLanguage), lateHtml(code)],
    ['<div id="late">', '<div id="late" class="over">'],
    [
      '<div id="root"></div>',
      `<div id="root"><div id="prerender" inert aria-hidden="true">${withPictures(html)}</div></div>`,
    ],
  ]
  const file = places.reduce(
    (filled, [mark, replacement]) => place(filled, mark, replacement),
    withoutProgram,
  )
  writeFileSync(join(finished, prerenderedFile(page, code, profile.name)), file)
}
