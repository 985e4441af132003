/** Which packages the product ships, read from the lock file and the imports of src/. */
import { readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'

/** An entry of package-lock.json's `packages`. */
export interface LockedPackage {
  version?: string
  license?: string
  dev?: boolean
  /** A package of the workspace. */
  link?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

export type Lock = Record<string, LockedPackage>

export interface ShippedPackage {
  name: string
  version: string
  /** As the package states it; undefined when it states none. */
  licence: string | undefined
  /** `server`: installed beside it; `client`: part of a bundle or of the desktop program. */
  for: 'server' | 'client'
}

const imports = [
  /^(?:import|export)(?! type\b)[^'"=;]*?from\s*['"]([^'"]+)['"]/gm,
  /^import\s*['"]([^'"]+)['"]/gm,
  /\bimport\(\s*['"]([^'"]+)['"]/g,
  // A file of a package that a style names.
  /\burl\(\s*['"](@[^'"]+)['"]/g,
]

/** The packages that the sources under `folder` import at run time. */
export function importedPackages(folder: string): Set<string> {
  const names = new Set<string>()
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(tsx?|mjs|css)$/.test(file)) continue
    const text = readFileSync(join(folder, file), 'utf8')
    for (const pattern of imports)
      for (const [, specifier = ''] of text.matchAll(pattern)) addPackage(names, specifier)
  }
  return names
}

function addPackage(names: Set<string>, specifier: string): void {
  if (specifier === '' || /^(\.|#|node:|virtual:)/.test(specifier)) return
  const [scope = '', name] = specifier.split('/')
  const found = scope.startsWith('@') ? `${scope}/${name ?? ''}` : scope
  if (!builtinModules.includes(found)) names.add(found)
}

/**
 * Every package that the product ships, sorted by name: the production dependencies, and of the development
 * dependencies those that are bundled (`imported`), each with everything that it depends on itself.
 */
export function shippedPackages(
  lock: Lock,
  imported: ReadonlySet<string>,
  licenceOf: (path: string) => string | undefined,
): ShippedPackage[] {
  // Packages of the workspace, which have a folder of their own, are not the server's.
  const isServer = (path: string) => path.startsWith('node_modules/') && !lock[path]?.dev && !lock[path]?.link
  const bundled = new Set<string>()
  const visit = (path: string) => {
    if (bundled.has(path) || isServer(path)) return
    bundled.add(path)
    const { dependencies = {}, optionalDependencies = {} } = lock[path] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const found = resolvePackage(lock, path, name)
      if (found !== undefined) visit(found)
    }
  }
  for (const name of imported) if (lock[`node_modules/${name}`]) visit(`node_modules/${name}`)
  return [...Object.keys(lock).filter(isServer), ...bundled]
    .map((path) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: lock[path]?.version ?? '',
      licence: lock[path]?.license ?? licenceOf(path),
      for: isServer(path) ? ('server' as const) : ('client' as const),
    }))
    .sort((one, other) => compare(`${one.name} ${one.version}`, `${other.name} ${other.version}`))
    .filter(({ name, version }, at, all) => all[at - 1]?.name !== name || all[at - 1]?.version !== version)
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** Where Node finds a package that the one at `from` depends on. */
function resolvePackage(lock: Lock, from: string, name: string): string | undefined {
  const own = `${from}/node_modules/${name}`
  if (lock[own]) return own
  const above = from.lastIndexOf('/node_modules/')
  if (above >= 0) return resolvePackage(lock, from.slice(0, above), name)
  return lock[`node_modules/${name}`] ? `node_modules/${name}` : undefined
}
