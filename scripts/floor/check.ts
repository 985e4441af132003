/**
 * `npm run floor`: reads the finished builds, and fails where they use what the oldest supported browsers
 * (browserFloor.ts) lack, by the tables of MDN. tolerated.ts has the exceptions with their reasons.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { browserFloor } from './browserFloor.ts'
import { newerInScript } from './scripts.ts'
import { newerInStyle } from './styles.ts'
import { tolerated } from './tolerated.ts'

/** What a player's browser gets: the client with the chat, the slots, and the pages of the sandbox's provider. */
const folders = ['dist-web', 'dist-games', 'resources/sandbox']
const found = new Map<string, string[]>()
const failures: string[] = []
let files = 0

for (const folder of folders) {
  if (!existsSync(folder)) failures.push(`${folder} is missing: npm run build:web`)
  else for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) scan(join(folder, name))
}
for (const [what, places] of found)
  if (!(what in tolerated)) failures.push(`${what}: ${[...new Set(places)].slice(0, 4).join(', ')}`)
for (const what of Object.keys(tolerated))
  if (!found.has(what)) failures.push(`${what}: nothing uses it any more; remove it from tolerated.ts`)

const floor = Object.entries(browserFloor).map(([browser, version]) => `${browser} ${version}`)
if (failures.length > 0) {
  console.error(`not in ${floor.join(', ')}:\n${failures.join('\n')}`)
  process.exit(1)
}
console.log(`${files} files run in ${floor.join(', ')}`)

function scan(file: string): void {
  const kind = /\.(js|css|html)$/.exec(file)?.[1]
  // The pages differ in their texts only.
  if (!kind || /\.(?!pt_BR)[a-z]{2}_[A-Z]{2}\.html$/.test(file)) return
  files += 1
  const code = readFileSync(file, 'utf8')
  if (kind === 'js')
    note(file, () => newerInScript(code, /\b(import|export)\b/.test(code) ? 'module' : 'script'))
  else if (kind === 'css') note(file, () => newerInStyle(code))
  else {
    for (const [, style = ''] of code.matchAll(/<style>([^]*?)<\/style>/g))
      note(file, () => newerInStyle(style))
    for (const [, script = ''] of code.matchAll(/<script>([^]*?)<\/script>/g))
      note(file, () => newerInScript(script, 'script'))
  }
}

function note(file: string, scanned: () => string[]): void {
  try {
    for (const what of scanned()) found.set(what, [...(found.get(what) ?? []), file])
  } catch (error) {
    failures.push(`${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
