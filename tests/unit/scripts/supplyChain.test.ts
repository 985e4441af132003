import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readAudit } from '../../../scripts/supplyChain/auditResult.ts'
import { refusedLicences } from '../../../scripts/supplyChain/licenceRules.ts'
import { importedPackages, shippedPackages, type Lock } from '../../../scripts/supplyChain/shipped.ts'

const lock: Lock = {
  '': { version: '1.0.0' },
  'node_modules/pg': { version: '1.0.0', license: 'MIT', dependencies: { shared: '1' } },
  'node_modules/shared': { version: '1.0.0', license: 'ISC' },
  'node_modules/react': {
    version: '2.0.0',
    license: 'MIT',
    dev: true,
    dependencies: { inner: '1', shared: '1' },
  },
  'node_modules/inner': { version: '1.0.0', license: 'GPL-3.0-only', dev: true },
  'node_modules/react/node_modules/inner': { version: '2.0.0', dev: true },
  'node_modules/vite': { version: '3.0.0', license: 'GPL-3.0-only', dev: true },
}

describe('the packages that we ship', () => {
  it('are those of the server and those that the bundles import, with all dependencies', () => {
    const shipped = shippedPackages(lock, new Set(['react', 'pg']), () => 'BSD-3-Clause')
    expect(shipped).toEqual([
      { name: 'inner', version: '2.0.0', licence: 'BSD-3-Clause', for: 'client' },
      { name: 'pg', version: '1.0.0', licence: 'MIT', for: 'server' },
      { name: 'react', version: '2.0.0', licence: 'MIT', for: 'client' },
      { name: 'shared', version: '1.0.0', licence: 'ISC', for: 'server' },
    ])
  })

  it('are found in imports, except those of types, files and Node modules', () => {
    const folder = mkdtempSync(join(tmpdir(), 'palpite-imports-'))
    writeFileSync(
      join(folder, 'a.tsx'),
      `import { a } from 'one/sub'
import {
  b,
} from "@scope/two/sub"
import 'three'
import type { T } from 'types-only'
import fs from 'node:fs'
import path from 'path'
import x from './four.ts'
import y from '#contract/five.ts'
export { z } from 'six'
const later = () => import('seven')`,
    )
    expect([...importedPackages(folder)].sort()).toEqual(['@scope/two', 'one', 'seven', 'six', 'three'])
    rmSync(folder, { recursive: true })
  })
})

describe('a licence', () => {
  const one = (licence: string | undefined, name = 'some') =>
    refusedLicences([{ name, version: '1.0.0', licence, for: 'server' }])

  it.each(['MIT', 'ISC', 'Apache-2.0', '(MIT OR GPL-2.0-only)', '(MIT AND ISC)'])(
    '%s may be shipped',
    (licence) => {
      expect(one(licence)).toEqual([])
    },
  )

  it.each([
    'GPL-3.0-only',
    'AGPL-3.0',
    'LGPL-2.1',
    'MPL-2.0',
    '(MIT AND GPL-2.0-only)',
    'SEE LICENSE IN x',
    'UNLICENSED',
    '',
  ])('%s may not', (licence) => {
    expect(one(licence)).toEqual([`some 1.0.0: ${licence} is not permissive`])
  })

  it('must be stated', () => {
    expect(one(undefined)).toEqual(['some 1.0.0: states no licence'])
  })

  it('is excepted for its own package only', () => {
    expect(one('MPL-2.0', '@resvg/resvg-js-linux-x64-gnu')).toEqual([])
    expect(one('GPL-3.0-only', '@resvg/resvg-js')).toHaveLength(1)
  })
})

describe('the result of the audit', () => {
  it('names each vulnerable package', () => {
    const report = { vulnerabilities: { bad: { severity: 'high', range: '<2' } } }
    expect(readAudit(JSON.stringify(report), '')).toEqual({ kind: 'vulnerable', findings: ['bad <2: high'] })
  })

  it('without a vulnerable package is clean', () => {
    const report = { vulnerabilities: {}, metadata: { dependencies: { prod: 200 } } }
    expect(readAudit(JSON.stringify(report), '')).toEqual({ kind: 'clean', packages: 200 })
  })

  it('that is not a report does not count as clean', () => {
    const failed = JSON.stringify({ message: 'audit endpoint returned an error', error: {} })
    expect(readAudit(failed, '')).toEqual({ kind: 'unknown', reason: 'audit endpoint returned an error' })
    expect(readAudit('', 'npm error network')).toEqual({ kind: 'unknown', reason: 'npm error network' })
    expect(readAudit('{}', '')).toEqual({ kind: 'unknown', reason: 'no report' })
  })
})

describe('the lock file', () => {
  // npm asks the registry what a tag such as "latest" means today: `npm ci` fails after the next release of that package.
  it('has no dependency on a tag that package.json does not pin', () => {
    const readJson = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T
    const { packages } = readJson<{ packages: Lock }>('package-lock.json')
    const { overrides } = readJson<{ overrides: Record<string, Record<string, string>> }>('package.json')
    const isTag = (range: string): boolean => /^[a-z]/i.test(range) && !/^(npm:|v\d|x$)/i.test(range)
    const unpinned = Object.entries(packages).flatMap(([path, { dependencies = {} }]) => {
      const asking = path.split('node_modules/').at(-1) ?? ''
      return Object.entries(dependencies)
        .filter(([name, range]) => isTag(range) && !overrides[asking]?.[name])
        .map(([name, range]) => `${asking} asks for ${name}@${range}`)
    })
    expect(unpinned).toEqual([])
  })
})
