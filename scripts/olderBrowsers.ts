import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { defaultLanguage, languageCodes, languages, type LanguageCode } from '../src/contract/languages.ts'
import { brandFolder, readBrand } from './brand/readBrand.ts'
import { browserFloor } from './floor/browserFloor.ts'

type Texts = Record<LanguageCode, Record<'title' | 'text' | 'anyway' | 'noScript' | 'late', string>>

/** As electron-vite bundles this file into one at the root, not relative to it. */
const source = resolve('src/renderer/older')

/**
 * What browsers show that cannot run the client: older/older.js where they are older than the floor, and a text where
 * JavaScript is switched off. Each browser loads the script by one of the two tags, by whether it knows modules. The
 * application has a browser of its own, and no script.
 */
export function olderBrowsers({ hasScript }: { hasScript: boolean }): Plugin {
  return {
    name: 'older-browsers',
    generateBundle() {
      if (hasScript) this.emitFile({ type: 'asset', name: 'older.js', source: olderScript() })
    },
    transformIndexHtml: {
      // When the names of the files are known.
      order: 'post',
      handler(html, { bundle }) {
        // The development server has no old browsers.
        const file = Object.values(bundle ?? {}).find(({ fileName }) =>
          /(^|\/)older-[^/]*\.js$/.test(fileName),
        )
        const withText = html
          .replace('%noScript%', noScriptHtml(languageCodes))
          .replace('%late%', lateHtml(defaultLanguage))
        if (!file) return withText
        const tags = [`<script src="/${file.fileName}" nomodule></script>`, moduleTag(`/${file.fileName}`)]
        return withText.replace('</body>', `  ${tags.join('\n    ')}\n  </body>`)
      },
    },
  }
}

/** The source stands first: scripts/prerender.ts takes the tags of the program away. */
function moduleTag(address: string): string {
  return `<script src="${address}" type="module"></script>`
}

/**
 * A prerendered page loads no script before its first paint, so that it has the question of older.js in it, and loads the
 * rest only where the answer is no.
 */
export function withQuestion(html: string): string {
  const address = /<script src="([^"]+)" nomodule>/.exec(html)?.[1]
  if (address === undefined) throw new Error('the page has no script for older browsers')
  const question = `(function(){if(window.AbortSignal&&AbortSignal.timeout)return;var s=document.createElement('script');s.src='${address}';document.body.appendChild(s)})()`
  return html.replace(moduleTag(address), () => `<script>${question}</script>`)
}

/** The script with the texts in it, as ES5. */
export function olderScript(): string {
  const locales = Object.fromEntries(languageCodes.map((code) => [code, languages[code].locale]))
  const values: Record<string, string> = {
    TEXTS: JSON.stringify(shownTexts()),
    BROWSERS: JSON.stringify(floorText()),
    LOCALES: JSON.stringify(locales),
    DEFAULT_LANGUAGE: JSON.stringify(defaultLanguage),
    BRAND_COLOUR: readBrand(brandFolder()).windowColour,
  }
  // Not minified: that may write newer syntax.
  return readFileSync(join(source, 'older.js'), 'utf8').replaceAll(
    /\b(TEXTS|BROWSERS|LOCALES|DEFAULT_LANGUAGE|BRAND_COLOUR)\b/g,
    (name) => values[name] ?? name,
  )
}

/** For `<noscript>`, in these languages. */
export function noScriptHtml(codes: readonly LanguageCode[]): string {
  const texts = readTexts()
  return codes.map((code) => `<p lang="${languages[code].locale}">${texts[code].noScript}</p>`).join('')
}

/** What stands above English while the client does not come. */
export function lateHtml(code: LanguageCode): string {
  return `<p lang="${languages[code].locale}">${readTexts()[code].late}</p>`
}

function readTexts(): Texts {
  const { name } = readBrand(brandFolder())
  return JSON.parse(readFileSync(join(source, 'texts.json'), 'utf8').replaceAll('%brand%', name)) as Texts
}

/** What older.js shows. */
function shownTexts(): Record<string, Record<string, string>> {
  const texts = Object.entries(readTexts())
  return Object.fromEntries(texts.map(([code, { title, text, anyway }]) => [code, { title, text, anyway }]))
}

/** The floor as people read it; Edge has the versions of Chrome, iOS those of Safari. */
function floorText(): string {
  const { chrome, firefox, safari } = browserFloor
  return `Chrome ${chrome}, Edge ${chrome}, Firefox ${firefox}, Safari ${safari} (iOS ${safari})`
}
