import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { servedPages } from './packaging/packedApp.ts'
import { unbundledPackages } from './serverPackages.ts'

/**
 * Writes a server that needs no npm to `folder`: its bundle, the clients it serves, its resources, and the packages that are
 * not bundled, with the native parts of this platform. `npm run package:demo` packs it beside the application.
 */
export async function stageServer(folder: string): Promise<void> {
  for (const [page, { script }] of Object.entries(servedPages))
    if (!existsSync(page)) throw new Error(`${page} is missing; run \`npm run ${script}\` first`)
  rmSync(folder, { recursive: true, force: true })
  const program = join(folder, 'dist-server')
  await build({
    configFile: 'vite.server.config.ts',
    logLevel: 'warn',
    build: { outDir: program, sourcemap: false, minify: true },
  })
  copy('dist-web', join(folder, 'dist-web'))
  copy('dist-games', join(folder, 'dist-games'))
  copy('dist-office', join(folder, 'dist-office'))
  copy('dist-sandbox', join(folder, 'dist-sandbox'))
  copy('resources', join(folder, 'resources'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'palpite-server', type: 'module' }))
  for (const name of closure(unbundledPackages))
    copy(join('node_modules', name), join(folder, 'node_modules', name))
}

function copy(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  // PostgreSQL's libraries are relative links to each other.
  cpSync(realpathSync(from), to, { recursive: true, verbatimSymlinks: true })
}

/** The packages with all of their installed dependencies. */
function closure(names: string[], seen = new Set<string>()): Set<string> {
  for (const name of names) {
    const manifest = join('node_modules', name, 'package.json')
    if (seen.has(name) || !existsSync(manifest)) continue
    seen.add(name)
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(readFileSync(manifest, 'utf8')) as {
      dependencies?: Record<string, string>
      optionalDependencies?: Record<string, string>
    }
    closure([...Object.keys(dependencies), ...Object.keys(optionalDependencies)], seen)
  }
  return seen
}
