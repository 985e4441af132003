/**
 * Writes dist-web/{page}.{language}.html: index.html with the page prerendered in it (src/renderer/app/prerender.tsx),
 * which shows until the client has loaded. The server sends the one of the browser's language for these pages
 * (contract/prerenderedPages.ts); every other address gets index.html. With the argument `electron` it writes home into
 * out/renderer, where the main process serves it.
 */
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type InlineConfig } from 'vite'
import { languageCodes, languages, type LanguageCode } from '#contract/languages.ts'
import { prerenderedFile, prerenderedPages, type PrerenderedPage } from '#contract/prerenderedPages.ts'
import { brand } from './brand/brand.ts'
import { firstViewStyle } from './firstViewStyle.ts'
import { loadedWith, type Manifest } from './packaging/chunks.ts'
import { rendererDefine } from './rendererDefine.ts'
import { screenMedia } from './screenMedia.ts'
import { verifierPage } from './verifierPage.ts'
import { withGlobals } from './withGlobals.ts'

const host = process.argv[2] === 'electron' ? 'electron' : 'web'
/** The finished build. */
const finished = resolve(import.meta.dirname, host === 'web' ? '../dist-web' : '../out/renderer')
const pages: readonly PrerenderedPage[] = host === 'web' ? prerenderedPages : ['home']
const app = resolve(import.meta.dirname, '../src/renderer/app')

/** The parts of a browser that the client uses while it renders. */
const browser = {
  window: {
    matchMedia: () => ({ matches: false }),
    localStorage: { getItem: () => null, setItem: () => undefined },
  },
  document: { documentElement: { dataset: {} }, cookie: '' },
  location: { protocol: 'http:' },
  navigator: { onLine: true },
}

interface Rendered {
  page: PrerenderedPage
  code: LanguageCode
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
      for (const page of pages)
        for (const code of languageCodes) rendered.push({ page, code, html: await prerender(page, code) })
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
    build: { write: false, target: 'es2022', lib: { entry, formats: ['iife'], name: 'guard' } },
  })
  const [output] = [outputs].flat()
  if (!output || !('output' in output)) throw new Error(`no output for ${entry}`)
  return output.output[0].code.trim()
}

/** Inlined, so that the first paint waits for one response only; the server's policy allows it by its hash. */
const guard = await minified(join(app, 'prerenderGuard.ts'))
const client = readFileSync(join(finished, 'index.html'), 'utf8')
const [link, clientSheet] = /<link rel="stylesheet"(?: crossorigin)? href="\/([^"]+)">/.exec(client) ?? []
if (!link || !clientSheet || client.split('rel="stylesheet"').length !== 2)
  throw new Error('the first view has not exactly one style sheet')
/** Of the web build: the application has its files on disk, and fetches none ahead. */
const manifest =
  host === 'web' ? (JSON.parse(readFileSync(join(finished, '.vite/manifest.json'), 'utf8')) as Manifest) : {}

/** What is loaded for a page beyond the client: keys of the manifest. */
interface PageChunks {
  /** The first screen is drawn with their styles, which are inlined. */
  screen: string[]
  /** Fetched together with the client, styles included. */
  later: RegExp
  laterCount: number
}

const noLater = { later: /^$/, laterCount: 0 }
const chunksOf: Record<PrerenderedPage, PageChunks & { texts: 'more' | 'play' | 'none'; makesCalls?: true }> =
  {
    // Its screen is part of the client. The rest of it is below the first view.
    home: { screen: [], texts: 'none', later: /^_(common|games|home)-.*\.(js|css)$/, laterCount: 5 },
    footballPage: {
      screen: ['screens/footballPage/FootballPageScreen.tsx'],
      texts: 'play',
      makesCalls: true,
      ...noLater,
    },
    vip: { screen: ['screens/vip/VipScreen.tsx'], texts: 'more', ...noLater },
    conta: { screen: ['screens/conta/ContaScreen.tsx'], texts: 'more', ...noLater },
    mines: { screen: ['games/mines/MinesGame.tsx'], texts: 'play', ...noLater },
  }
const inClient = host === 'web' ? loadedWith(manifest, 'index.html') : new Set<string>()

/** The chunks of the screen that the client does not have yet, those that are imported first. */
function screenChunks(page: PrerenderedPage): string[] {
  const { screen } = chunksOf[page]
  const found = new Set<string>()
  for (const key of screen) {
    if (!manifest[key]) throw new Error(`no chunk ${key}`)
    loadedWith(manifest, key, found)
  }
  return [...found].filter((key) => !inClient.has(key)).reverse()
}

function sheetsOf(page: PrerenderedPage): string[] {
  return [...new Set(screenChunks(page).flatMap((key) => manifest[key]?.css ?? []))]
}

/** The files of these chunks, of which there are `count`. */
function filesOf(chunks: RegExp, count: number): string[] {
  const files = Object.keys(manifest).flatMap((key) => (chunks.test(key) ? (manifest[key]?.file ?? []) : []))
  if (files.length !== count) throw new Error(`not what the first view asks for: ${files.join(', ')}`)
  return files
}

const callFiles = host === 'web' ? filesOf(/^_calls-.*\.js$/, 1) : []
/** Screens and texts beyond the first view need them. */
const laterFiles = host === 'web' ? filesOf(/^_later-.*\.js$/, 1) : []

/** What the browser fetches together with the client. */
function hints(page: PrerenderedPage, code: LanguageCode): string {
  if (host === 'electron') return ''
  const { texts, later, laterCount, makesCalls } = chunksOf[page]
  const dictionaries = texts === 'none' ? 'index' : `index|${texts}`
  const files = [
    ...screenChunks(page).map((key) => manifest[key]?.file ?? ''),
    ...filesOf(later, laterCount),
    ...filesOf(new RegExp(`^i18n/locales/${code}/(${dictionaries}).ts$`), texts === 'none' ? 1 : 2),
    ...(texts === 'none' ? [] : laterFiles),
    ...(makesCalls ? callFiles : []),
  ]
  return files
    .map((file) => {
      const kind = file.endsWith('.css') ? 'rel="preload" as="style"' : 'rel="modulepreload"'
      return `<link ${kind} crossorigin href="/${file}">`
    })
    .join('')
}

/** What calls need. A guest's data is in the page; a player's browser fetches it at once. */
const playersHint = callFiles
  .map((file) => `<link data-player rel="modulepreload" crossorigin href="/${file}">`)
  .join('')

/** The client's own elements in index.html. */
const programTags = [
  ...client.matchAll(/ *<(?:script type="module"[^>]*><\/script>|link rel="modulepreload"[^>]*>)\n?/g),
].map(([tag]) => tag)

/**
 * The same for the template that prerenderGuard.ts opens after the first paint. What the client imports becomes scripts of
 * their own before it: each is compiled and run in a task of its own, and the page reacts in between.
 */
function program(): string {
  const tags = programTags.map((tag) => tag.trim())
  const imported = tags
    .filter((tag) => tag.startsWith('<link'))
    .map((tag) => `<script type="module" crossorigin src="${/href="([^"]+)"/.exec(tag)?.[1]}"></script>`)
  const entry = tags.filter((tag) => tag.startsWith('<script'))
  if (entry.length === 0) throw new Error('index.html has no program')
  return [...imported, ...entry].join('')
}

/**
 * The server's policy forbids style attributes. Each becomes an attribute of our own with a rule in the page's style
 * sheet, so that the page looks as the client will draw it; the client makes styles of them again (renderClient.ts).
 */
class StyleRules {
  /** As an attribute's, they outweigh the rules of every class. */
  readonly #rules = new Map<string, string>()

  replaceIn(html: string): string {
    return html.replaceAll(/ style="([^"]*)"/g, (_match, escaped: string) => {
      const text = escaped
        .replaceAll('&quot;', '"')
        .replaceAll('&#x27;', "'")
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&amp;', '&')
      this.#rules.set(text, `#prerender [data-style=${JSON.stringify(text)}]{${text}}`)
      return ` data-style="${escaped}"`
    })
  }

  get css(): string {
    return [...this.#rules.values()].join('')
  }
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

/**
 * What is inlined of a page's style, and the link of the rest. Style sheets of screens are several times as large as what a
 * first view needs of them, and a page of more than 14 KB takes a slow network a round trip longer.
 */
async function styleOf(
  page: PrerenderedPage,
  all: string,
  drawn: readonly { html: string }[],
): Promise<{ style: string; link: string }> {
  // The client's own sheet is small enough.
  if (sheetsOf(page).length === 0) return { style: all, link: '' }
  const file = `assets/${page}-${createHash('sha256').update(all).digest('base64url').slice(0, 8)}.css`
  writeFileSync(join(finished, file), all)
  return {
    style: await firstViewStyle(
      all,
      drawn.map(({ html }) => html),
    ),
    // wholeStyle.ts makes a style sheet of it.
    link: `<link data-whole-style rel="preload" as="style" crossorigin href="/${file}">`,
  }
}

/** Not for the first paint: browsers fetch it before the pictures of the page, at the same priority. */
const [webManifest] = / *<link rel="manifest"[^>]*>\n/.exec(client) ?? []
if (!webManifest) throw new Error('index.html names no manifest')

const rendered = await render()
for (const page of pages) {
  // One for all languages: they share the policy.
  const rules = new StyleRules()
  const drawn = rendered
    .filter((each) => each.page === page)
    .map(({ code, html }) => ({ code, html: rules.replaceIn(withPictures(html)) }))
  const sheets = sheetsOf(page)
  const all = [clientSheet, ...sheets]
    .map((sheet) => readFileSync(join(finished, sheet), 'utf8').trim())
    .join('')
  const { style, link: wholeStyle } = await styleOf(page, all, drawn)
  const inlined = style + rules.css
  if (/<\/(style|script)|<!--/i.test(inlined + guard))
    throw new Error('the prerendered page cannot contain this style or script')
  // Chunks look for the link of their style sheet: a disabled one is found, but not loaded. Outside of the template the
  // browser's preload scanner would load it.
  const disabled = [clientSheet, ...sheets]
    .map((sheet) => `<link disabled rel="stylesheet" crossorigin href="/${sheet}">`)
    .join('')
  for (const { code, html } of drawn) {
    const file = programTags
      .concat(webManifest)
      .reduce((html, tag) => html.replace(tag, ''), client)
      .replace('<html lang="pt-BR">', () => `<html lang="${languages[code].locale}" data-language="${code}">`)
      .replace(link, () => `<style>${inlined}</style>`)
      .replace(
        '</head>',
        () =>
          `<template id="program">${webManifest.trim()}${disabled}${wholeStyle}${program()}${hints(page, code)}${playersHint}</template>\n    <script>${guard}</script>\n  </head>`,
      )
      .replace(
        '<div id="root"></div>',
        () => `<div id="root"><div id="prerender" inert aria-hidden="true">${html}</div></div>`,
      )
    if (
      !file.includes(guard) ||
      !file.includes('id="prerender"') ||
      !file.includes(`data-language="${code}"`)
    )
      throw new Error('index.html has no place for the prerendered page')
    writeFileSync(join(finished, prerenderedFile(page, code)), file)
  }
}
