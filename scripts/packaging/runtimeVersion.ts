import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The version of a runtime's folder: what its program says of itself. Its `version` file only fills in for a program
 * that does not say; a file that contradicts the program is an error, because a package would be labelled wrongly.
 */
export function runtimeVersion(folder: string, program: string | undefined): string {
  const noted = versionFile(folder)
  const own = program === undefined ? null : versionInProgram(program)
  if (own !== null && noted !== null && own !== noted) {
    throw new Error(`${folder}: its version file says ${noted}, its program ${own}`)
  }
  const version = own ?? noted
  if (version === null) throw new Error(`${folder}: the version of this runtime is unknown`)
  return version
}

/**
 * Why a package for venues must not contain this runtime; null: it may. A newer major than the declared one is as
 * little tested as an older one, but it has every security fix.
 */
export function whyRefused(runtime: string, declared: string): string | null {
  if (majorOf(runtime) >= majorOf(declared)) return null
  return `this runtime is Electron ${runtime}; package.json declares ${declared}, and venues get nothing older. \`npm run package:qa\` packs it for tests`
}

function majorOf(version: string): number {
  const major = Number.parseInt(version, 10)
  if (Number.isNaN(major)) throw new Error(`not a version: ${version}`)
  return major
}

function versionFile(folder: string): string | null {
  const file = join(folder, 'version')
  if (!existsSync(file)) return null
  return readFileSync(file, 'utf8').trim().replace(/^v/, '')
}

/** Every program of Electron contains its user agent's `Electron/1.2.3`. */
function versionInProgram(file: string): string | null {
  const buffer = Buffer.alloc(8 * 1024 * 1024)
  /** Longer than the text that is looked for, which may lie across two parts. */
  const overlap = 64
  const handle = openSync(file, 'r')
  try {
    let at = 0
    for (;;) {
      const count = readSync(handle, buffer, 0, buffer.length, at)
      const found = /Electron\/(\d+\.\d+\.\d+(?:-[a-z]+\.\d+)?)/.exec(buffer.toString('latin1', 0, count))
      if (found?.[1] !== undefined) return found[1]
      if (count < buffer.length) return null
      at += count - overlap
    }
  } finally {
    closeSync(handle)
  }
}
