import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LanguageCode } from '#contract/languages.ts'
import { prerenderedFile } from '#contract/prerenderedPages.ts'

/** Home as a guest sees it, prerendered by the build (scripts/prerender.ts): it needs no other file for its first paint. */
interface PrerenderedHome {
  html: string
  /** Hash sources that allow its own style and script. */
  style: string[]
  script: string[]
}

/** Null where the build made none: the client then renders the page itself. */
export async function readPrerenderedHome(
  root: string,
  language: LanguageCode,
): Promise<PrerenderedHome | null> {
  const file = join(root, prerenderedFile('home', language))
  if (!existsSync(file)) return null
  const html = await readFile(file, 'utf8')
  return { html, style: hashesOf(html, 'style'), script: hashesOf(html, 'script') }
}

function hashesOf(html: string, element: 'style' | 'script'): string[] {
  return [...html.matchAll(new RegExp(`<${element}>([^]*?)</${element}>`, 'g'))].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )
}
