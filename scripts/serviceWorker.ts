/** Writes dist-web/sw.js: the service worker (src/serviceWorker) with the files of the finished build that it needs to know. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { serviceWorkerPath } from '#contract/serviceWorker.ts'
import { browserTargets } from './floor/browserFloor.ts'
import { loadedWith, type Manifest } from './packaging/chunks.ts'

const project = resolve(import.meta.dirname, '..')
const web = join(project, 'dist-web')
const manifest = JSON.parse(readFileSync(join(web, '.vite/manifest.json'), 'utf8')) as Manifest
const entry = manifest['index.html']
if (!entry) throw new Error('no index.html in the manifest')

/** Program and style of the first view. Everything else is kept at its first use. */
const initialFiles = [...loadedWith(manifest, 'index.html')].flatMap((key) => {
  const { file = '', css = [] } = manifest[key] ?? {}
  return [file, ...css].map((path) => `/${path}`)
})

/** Pages and manifest together name every file of the build. */
const hash = createHash('sha256')
for (const name of readdirSync(web)
  .filter((file) => file.endsWith('.html'))
  .sort())
  hash.update(readFileSync(join(web, name)))
hash.update(JSON.stringify(manifest))

const result = await build({
  configFile: false,
  logLevel: 'warn',
  root: project,
  publicDir: false,
  define: {
    __BUILD__: JSON.stringify(hash.digest('hex').slice(0, 16)),
    __ENTRY__: JSON.stringify(`/${entry.file}`),
    __INITIAL_FILES__: JSON.stringify(initialFiles),
    'process.env.NODE_ENV': JSON.stringify('production'),
  },
  build: {
    write: false,
    target: browserTargets,
    minify: true,
    lib: { entry: join(project, 'src/serviceWorker/main.ts'), formats: ['iife'], name: 'serviceWorker' },
  },
})
const [output] = Array.isArray(result) ? result : [result]
const chunk = output && 'output' in output ? output.output[0] : undefined
if (!chunk) throw new Error('the service worker was not built')
writeFileSync(join(web, serviceWorkerPath), chunk.code)
