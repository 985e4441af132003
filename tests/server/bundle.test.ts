import { readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { unbundledPackages } from '../../scripts/serverPackages.ts'

/** Built by postgres.setup.ts where it is outdated. */
const folder = resolve(import.meta.dirname, '../../dist-server')

describe('the built server', () => {
  it('imports from node_modules only what its threads, native code and own files keep there', () => {
    const imported = readdirSync(folder)
      .filter((name) => name.endsWith('.js'))
      .flatMap((name) => [
        ...readFileSync(join(folder, name), 'utf8').matchAll(/^import (?:[^"\n]* from )?"([^"\n]+)";$/gm),
      ])
      .map(([, name = '']) => name)
      .filter((name) => !/^(\.|node:)/.test(name) && !builtinModules.includes(name))
    expect(imported).toContain('piscina')
    expect([...new Set(imported)].filter((name) => !unbundledPackages.includes(name))).toEqual([])
  })
})
