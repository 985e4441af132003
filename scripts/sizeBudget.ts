/**
 * The size budget: fails when a bundle is too large or contains something it must not. Reads the
 * finished builds; the first view is everything dist-web/index.html loads before a click.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

interface Manifest {
  [key: string]: {
    file: string
    isEntry?: boolean
    imports?: string[]
    dynamicImports?: string[]
    src?: string
  }
}

const kib = 1024
const failures: string[] = []
const rows: [what: string, size: number, limit: number][] = []

function brotli(file: string): number {
  return brotliCompressSync(readFileSync(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
}

function check(what: string, size: number, limit: number): void {
  rows.push([what, size, limit])
  if (size > limit) failures.push(what)
}

const manifest = JSON.parse(readFileSync('dist-web/.vite/manifest.json', 'utf8')) as Manifest
const entry = Object.entries(manifest).find(([, chunk]) => chunk.isEntry)
if (!entry) throw new Error('no entry in dist-web/.vite/manifest.json')

/** A chunk with everything that it imports statically. */
function closure(key: string, seen = new Set<string>()): Set<string> {
  if (seen.has(key)) return seen
  seen.add(key)
  for (const next of manifest[key]?.imports ?? []) closure(next, seen)
  return seen
}

const first = closure(entry[0])
const firstSize = [...first].reduce(
  (sum, key) => sum + brotli(join('dist-web', manifest[key]?.file ?? '')),
  0,
)
check('initial JavaScript of /home, brotli', firstSize, 130 * kib)

for (const [key, chunk] of Object.entries(manifest)) {
  if (!chunk.file.endsWith('.js') || first.has(key)) continue
  const size = brotli(join('dist-web', chunk.file))
  if (/i18n\/locales/.test(key)) check(`dictionary ${key}`, size, 12 * kib)
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

const chatDir = 'dist-web/chat/assets'
for (const name of readdirSync(chatDir).filter((file) => /^index-.*\.js$/.test(file))) {
  check('support chat, brotli', brotli(join(chatDir, name)), 16 * kib)
}

const electron = [
  ['out/main/index.cjs', 60 * kib],
  ['out/preload/index.cjs', 4 * kib],
] as const
for (const [file, limit] of electron) {
  if (existsSync(file)) check(file, statSync(file).size, limit)
  else failures.push(`${file} is missing`)
}

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
