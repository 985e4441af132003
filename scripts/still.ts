/**
 * Writes dist-web/home.html: the page with /home already drawn (src/renderer/app/still.tsx), until the program has
 * come and draws it itself. The server sends it for / and /home; every other address gets index.html.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, transformWithOxc } from 'vite'

const web = resolve(import.meta.dirname, '../dist-web')
const app = resolve(import.meta.dirname, '../src/renderer/app')

/** What the client asks of a browser while it draws. */
Object.assign(globalThis, {
  window: { matchMedia: () => ({ matches: false }) },
  document: { documentElement: { dataset: {} } },
  navigator: { onLine: true },
})

/** Draws it with the same configuration as the client: the same class names, the same addresses of pictures. */
async function draw(): Promise<string> {
  // Beside node_modules: what is not bundled is found from there.
  const folder = mkdtempSync(resolve(import.meta.dirname, '../node_modules/.still-'))
  try {
    await build({
      configFile: resolve(import.meta.dirname, '../vite.web.config.ts'),
      logLevel: 'warn',
      build: {
        ssr: join(app, 'still.tsx'),
        outDir: folder,
        manifest: false,
        copyPublicDir: false,
        rolldownOptions: { output: { codeSplitting: true } },
      },
    })
    const { drawStill } = (await import(pathToFileURL(join(folder, 'still.js')).href)) as {
      drawStill: () => Promise<string>
    }
    return await drawStill()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** In the page itself, so that the first paint waits for one answer only; the server's policy names their hashes. */
const guard = (
  await transformWithOxc(readFileSync(join(app, 'stillGuard.ts'), 'utf8'), 'stillGuard.ts')
).code.trim()
const page = readFileSync(join(web, 'index.html'), 'utf8')
const [link, , sheet] = /<link rel="stylesheet"( crossorigin)? href="([^"]+)">/.exec(page) ?? []
if (!link || !sheet || page.split('rel="stylesheet"').length !== 2)
  throw new Error('the first view has not exactly one style sheet')
const style = readFileSync(join(web, sheet), 'utf8').trim()
if (/<\/(style|script)|<!--/i.test(style + guard)) throw new Error('the still cannot stand in the page')

// The policy allows no styles in attributes.
const drawn = (await draw()).replaceAll(/ style="[^"]*"/g, '')
const home = page
  // Chunks look for the sheet that they need by its link: one that is off is found and never fetched.
  .replace(link, () => `<style>${style}</style>\n    ${link.replace('<link', '<link disabled')}`)
  .replace('<script type="module"', () => `<script>${guard}</script>\n    <script type="module"`)
  .replace(
    '<div id="root"></div>',
    () => `<div id="root"><div id="still" inert aria-hidden="true">${drawn}</div></div>`,
  )
if (!home.includes(guard) || !home.includes('id="still"'))
  throw new Error('index.html has no place for the still')
writeFileSync(join(web, 'home.html'), home)
