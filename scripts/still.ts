/**
 * Writes dist-web/home.html: the page with /home already drawn (src/renderer/app/still.tsx), until the program has
 * come and draws it itself. The server sends it for / and /home; every other address gets index.html.
 */
import { createHash } from 'node:crypto'
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

/** The policy allows neither scripts nor styles in the page: the guard is a file, styles in attributes go. */
async function writeGuard(): Promise<string> {
  const source = readFileSync(join(app, 'stillGuard.ts'), 'utf8')
  const { code } = await transformWithOxc(source, 'stillGuard.ts')
  const name = `assets/still-${createHash('sha256').update(code).digest('hex').slice(0, 8)}.js`
  writeFileSync(join(web, name), code)
  return `/${name}`
}

const drawn = (await draw()).replaceAll(/ style="[^"]*"/g, '')
const guard = await writeGuard()
const page = readFileSync(join(web, 'index.html'), 'utf8')
const home = page
  .replace('<script type="module"', `<script src="${guard}"></script>\n    <script type="module"`)
  .replace(
    '<div id="root"></div>',
    () => `<div id="root"><div id="still" inert aria-hidden="true">${drawn}</div></div>`,
  )
if (!home.includes(guard) || !home.includes('id="still"'))
  throw new Error('index.html has no place for the still')
writeFileSync(join(web, 'home.html'), home)
