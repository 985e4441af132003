/**
 * The size budget: fails when a bundle is too large or contains something it must not. Reads the
 * finished builds; the first view is everything dist-web/index.html loads before a click.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { loadedAtStart, loadedWith, type Manifest } from './packaging/chunks.ts'

const kib = 1024
const failures: string[] = []
const rows: [what: string, size: number, limit: number][] = []

/** What is sent: the build has compressed all but the smallest files (compress.ts). */
function brotli(file: string): number {
  if (existsSync(`${file}.br`)) return statSync(`${file}.br`).size
  return brotliCompressSync(readFileSync(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
}

function check(what: string, size: number, limit: number): void {
  rows.push([what, size, limit])
  if (size > limit) failures.push(what)
}

const manifest = JSON.parse(readFileSync('dist-web/.vite/manifest.json', 'utf8')) as Manifest
const entry = Object.entries(manifest).find(([, chunk]) => chunk.isEntry)
if (!entry) throw new Error('no entry in dist-web/.vite/manifest.json')

const initial = loadedWith(manifest, entry[0])
const initialSize = [...initial].reduce(
  (sum, key) => sum + brotli(join('dist-web', manifest[key]?.file ?? '')),
  0,
)
check('initial JavaScript of /home, brotli', initialSize, 135 * kib)

for (const [key, chunk] of Object.entries(manifest)) {
  if (!chunk.file.endsWith('.js') || initial.has(key)) continue
  const size = brotli(join('dist-web', chunk.file))
  if (/i18n\/locales/.test(key)) check(`dictionary ${key}`, size, 14 * kib)
  else if (/src\/renderer\/(screens|overlays|games)\/|^(screens|overlays|games)\//.test(key))
    check(`chunk ${key}`, size, 15 * kib)
}

/** The slot game: a player loads its program, one dictionary and the drawings of one theme. */
const gamesDir = 'dist-games/slots'
const games = JSON.parse(readFileSync(join(gamesDir, '.vite/manifest.json'), 'utf8')) as Manifest
for (const [key, chunk] of Object.entries(games)) {
  if (!chunk.file.endsWith('.js')) continue
  const file = join(gamesDir, chunk.file)
  if (chunk.isEntry) check('slot game, brotli', brotli(file), 60 * kib)
  else if (/^texts\//.test(key)) check(`slot dictionary ${key}`, brotli(file), 12 * kib)
  else check(`slot drawings ${key}`, statSync(file).size, 100 * kib)
}

/** The back office: what its first page loads; pages and languages are chunks of their own. */
const officeDir = 'dist-office'
const office = JSON.parse(readFileSync(join(officeDir, '.vite/manifest.json'), 'utf8')) as Manifest
const officeEntry = Object.entries(office).find(([, chunk]) => chunk.isEntry)
if (!officeEntry) throw new Error(`no entry in ${officeDir}/.vite/manifest.json`)
const officeInitial = loadedWith(office, officeEntry[0])
const officeSize = (key: string) => brotli(join(officeDir, office[key]?.file ?? ''))
// React and ra-core are two thirds of it.
check(
  'initial JavaScript of the back office, brotli',
  [...officeInitial].reduce((sum, key) => sum + officeSize(key), 0),
  200 * kib,
)
for (const [key, { file }] of Object.entries(office)) {
  if (!file.endsWith('.js') || officeInitial.has(key)) continue
  check(`office chunk ${key}`, officeSize(key), /i18n\/locales/.test(key) ? 24 * kib : 20 * kib)
}

const chatDir = 'dist-web/chat/assets'
for (const name of readdirSync(chatDir).filter((file) => /^index-.*\.js$/.test(file))) {
  check('support chat, brotli', brotli(join(chatDir, name)), 16 * kib)
}

/** The main process: what it loads before the first page is shown, and everything that it may ever load. */
const mainFile = 'out/main/.vite/manifest.json'
if (existsSync(mainFile)) {
  const main = JSON.parse(readFileSync(mainFile, 'utf8')) as Manifest
  const sizeOf = (keys: Iterable<string>) =>
    [...keys].reduce((sum, key) => sum + statSync(join('out/main', main[key]?.file ?? '')).size, 0)
  // electron-store with its schema checker is two thirds of it, axios a fifth.
  check('main process, at start', sizeOf(loadedAtStart(main)), 320 * kib)
  const isPrinting = (key: string) => /src\/main\/printer\//.test(key)
  const isStaff = (key: string) => /src\/main\/staff\/staffPanel/.test(key)
  const keys = Object.keys(main)
  const others = keys.filter((key) => !isPrinting(key) && !isStaff(key))
  check('main process, everything else', sizeOf(others), 450 * kib)
  // Loaded when staff open their panel.
  check('main process, staff panel', sizeOf(keys.filter(isStaff)), 15 * kib)
  // Loaded with the first receipt; the code pages and printers that the encoder knows are most of it.
  check('main process, printing', sizeOf(keys.filter(isPrinting)), 184 * kib)
} else failures.push(`${mainFile} is missing`)

/** What the window shows first is one page, without a style sheet of its own. */
const windowsHome = 'out/renderer/home.pt_BR.html'
if (existsSync(windowsHome)) {
  check('initial page of the window', statSync(windowsHome).size, 90 * kib)
  if (readFileSync(windowsHome, 'utf8').includes('rel="stylesheet"'))
    failures.push("the window's first paint waits for a style sheet")
} else failures.push(`${windowsHome} is missing`)

for (const name of readdirSync('out/preload'))
  check(`out/preload/${name}`, statSync(join('out/preload', name)).size, 4 * kib)

// Why not: scripts/rendererDefine.ts.
for (const folder of ['dist-web/assets', 'out/renderer/assets', join(gamesDir, 'assets')]) {
  const found = readdirSync(folder).filter(
    (name) =>
      name.endsWith('.js') && readFileSync(join(folder, name), 'utf8').includes('FinalizationRegistry'),
  )
  for (const name of found) failures.push(`${folder}/${name} uses FinalizationRegistry`)
}

const avatars = readdirSync('dist-web/assets').find((name) => name.startsWith('avatars'))
if (avatars) check(`avatars (${avatars})`, statSync(join('dist-web/assets', avatars)).size, 60 * kib)

for (const [what, size, limit] of rows) {
  console.log(
    `${size > limit ? 'OVER ' : 'ok   '} ${(size / kib).toFixed(1).padStart(7)} of ${limit / kib} KB  ${what}`,
  )
}
if (failures.length > 0) {
  console.error(`size budget: ${failures.join(', ')}`)
  process.exit(1)
}
