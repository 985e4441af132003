import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { testedNodes } from '../../../scripts/nodeSmoke/versions.ts'

interface LockedPackage {
  version?: string
  dev?: boolean
  engines?: { node?: string }
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { node: string } }
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, LockedPackage>
}

/** The lowest release of every line that the README names. 22.12 is the first of its line that the packages support. */
const lowest = ['20.19.0', '22.12.0', '24.0.0', '26.0.0']

type Version = [major: number, minor: number, patch: number]

/** `20`, `20.x` and `20.19` are 20.0.0, 20.0.0 and 20.19.0. Throws on anything else, such as a range. */
function parse(version: string): Version {
  const match = /^(\d+)(?:\.(\d+|x|\*))?(?:\.(\d+|x|\*))?$/.exec(version)
  if (!match) throw new Error(`not understood: ${version}`)
  const [major = 0, minor = 0, patch = 0] = match.slice(1).map((part = '0') => Number(part) || 0)
  return [major, minor, patch]
}

function compare(a: Version, b: Version): number {
  const index = a.findIndex((part, place) => part !== b[place])
  return index < 0 ? 0 : Number(a[index]) - Number(b[index])
}

/** Whether the version is in an npm range such as `^20.19.0 || >=22.12.0`. Throws on a form that it does not know. */
function isInRange(version: string, range: string): boolean {
  return range.split('||').some((alternative) => {
    const comparators = alternative.trim().replace(/([<>=^~])\s+/g, '$1')
    // All are parsed before any is compared, so that a mismatch cannot hide an unknown form.
    const met = comparators.split(/\s+/).map((comparator) => matchesComparator(parse(version), comparator))
    return met.every(Boolean)
  })
}

function matchesComparator(version: Version, comparator: string): boolean {
  if (comparator === '*') return true
  const [, operator = '', text = ''] = /^(>=|<(?!=)|\^)?(.*)$/.exec(comparator) ?? []
  const limit = parse(text)
  const order = compare(version, limit)
  if (operator === '>=') return order >= 0
  if (operator === '<') return order < 0
  if (operator === '^') return order >= 0 && version[0] === limit[0]
  // `20` and `20.x` are every release of that line.
  const named = text.split('.').filter((part) => /^\d+$/.test(part)).length
  return version.slice(0, named).every((part, index) => part === limit[index])
}

describe('the Node versions that packages support', () => {
  it('include ours for every package that the program runs with', () => {
    const refusing = Object.entries(lock.packages)
      .filter(([path, { dev }]) => path !== '' && !dev)
      .flatMap(([path, { version, engines }]) => {
        const range = engines?.node
        const missing = lowest.filter((node) => range !== undefined && !isInRange(node, range))
        return missing.length > 0 ? [`${path} ${version} (${range}) refuses ${missing.join(', ')}`] : []
      })
    expect(refusing).toEqual([])
  })

  it('are the ones that package.json and the README name', () => {
    for (const node of lowest) expect(isInRange(node, manifest.engines.node), node).toBe(true)
    expect(isInRange('20.18.3', manifest.engines.node)).toBe(false)
    expect(lowest.map((node) => testedNodes.find((tested) => node.startsWith(`${tested}.`)))).toEqual(
      testedNodes,
    )
    const named = /tested with Node ([\d., and]+)/.exec(readFileSync('README.md', 'utf8'))?.[1] ?? ''
    expect(named.match(/\d+(\.\d+)?/g)).toEqual(testedNodes)
  })
})

it.each([
  ['20.19.0', '^20.19.0 || >=22.12.0', true],
  ['22.11.0', '^20.19.0 || >=22.12.0', false],
  ['22.12.0', '^20.19.0 || >= 22.12.0', true],
  ['24.0.0', '18 || 20 || >=22', true],
  ['21.3.0', '18 || 20 || >=22', false],
  ['26.0.0', '>=20 <26', false],
  ['20.19.0', '>=16 || 14 >=14.17', true],
  ['14.16.0', '>=16 || 14 >=14.17', false],
  ['8.4.0', '6.* || 8.* || >= 10.*', true],
  ['9.0.0', '6.* || 8.* || >= 10.*', false],
  ['20.20.0', '20.19', false],
  ['20.19.0', '*', true],
])('Node %s in "%s": %s', (version, range, expected) => {
  expect(isInRange(version, range)).toBe(expected)
})

it.each(['18 - 22', '>20', '<=22', '~20.19', ''])('does not guess what "%s" means', (range) => {
  expect(() => isInRange('20.19.0', range)).toThrow('not understood')
})

describe('the packages', () => {
  it.each(['react', 'react-dom', 'react-router', 'react-router-dom', 'mobx', 'i18next', 'axios', 'pg'])(
    'have one %s: two would not share their state',
    (name) => {
      const copies = Object.keys(lock.packages).filter((path) => path.endsWith(`node_modules/${name}`))
      expect(copies).toEqual([`node_modules/${name}`])
    },
  )
})
