import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languageCodes, type LanguageCode } from '#contract/languages.ts'
import type { PageName } from '#contract/pages.ts'

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
}
type Manifest = Partial<Record<string, Chunk>>

interface Screen {
  screen: string
  /** The part of the dictionary that it needs (renderer/app/routes.tsx). */
  texts: 'more' | 'play'
  /** A guest's screen makes calls at once. */
  makesCalls?: true
}

/** Where visitors arrive. */
const screens: Partial<Record<PageName, Screen>> = {
  conta: { screen: 'screens/conta/ContaScreen.tsx', texts: 'more' },
  footballPage: {
    screen: 'screens/footballPage/FootballPageScreen.tsx',
    texts: 'play',
    makesCalls: true,
  },
  vip: { screen: 'screens/vip/VipScreen.tsx', texts: 'more' },
}

/** The `Link` header of a page. */
export type PageHints = (page: PageName | undefined, language: LanguageCode) => string | undefined

/**
 * Tells the browser which files a page's screen consists of, so that it fetches them together with the client instead
 * of after it. Without the build's manifest there are no hints.
 */
export function readPageHints(webRoot: string): PageHints {
  const file = join(webRoot, '.vite/manifest.json')
  if (!existsSync(file)) return () => undefined
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest
  const client = loadedWith(manifest, ['index.html'])
  const calls = Object.keys(manifest).filter((key) => key.startsWith('_calls-'))
  const hints = new Map<string, string>()
  for (const [page, { screen, texts, makesCalls }] of Object.entries(screens))
    for (const code of languageCodes) {
      const dictionary = ['index', texts].map((part) => `i18n/locales/${code}/${part}.ts`)
      const roots = [screen, ...dictionary, ...(makesCalls ? calls : [])]
      const chunks = [...loadedWith(manifest, roots)].filter((chunk) => !client.has(chunk))
      const scripts = chunks.map((chunk) => `</${chunk.file}>; rel=modulepreload; crossorigin`)
      const styles = chunks.flatMap(({ css = [] }) => css)
      hints.set(
        `${page} ${code}`,
        [...scripts, ...styles.map((css) => `</${css}>; rel=preload; as=style; crossorigin`)].join(', '),
      )
    }
  return (page, language) => hints.get(`${page ?? ''} ${language}`)
}

/** These chunks with all that they import statically. */
function loadedWith(manifest: Manifest, keys: string[], found = new Set<Chunk>()): Set<Chunk> {
  for (const key of keys) {
    const chunk = manifest[key]
    if (!chunk || found.has(chunk)) continue
    found.add(chunk)
    loadedWith(manifest, chunk.imports ?? [], found)
  }
  return found
}
