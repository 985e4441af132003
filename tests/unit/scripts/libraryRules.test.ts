import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const project = resolve(import.meta.dirname, '../../..')
const folder = mkdtempSync(join(tmpdir(), 'palpite-lint-'))
afterAll(() => rmSync(folder, { recursive: true }))

const rules = ['no-rewritten-packages', 'no-private-members', 'no-double-cast'] as const
type Rule = (typeof rules)[number]

const faulty: [what: string, rule: Rule, code: string][] = [
  [
    'a plugin that transforms a package',
    'no-rewritten-packages',
    "export const plugin = { name: 'a', transform: { filter: { id: /node_modules\\/react-dom/ }, handler: (code: string) => code.replace('a', 'b') } }",
  ],
  [
    'a plugin that loads another text for a package',
    'no-rewritten-packages',
    "export const plugin = { name: 'a', load(id: string) { return id.endsWith('mobx.mjs') ? '' : null } }",
  ],
  [
    'a plugin that rewrites finished files, the packages in them included',
    'no-rewritten-packages',
    "export const plugin = { name: 'a', renderChunk: (code: string) => ({ code: code.trim() }) }",
  ],
  [
    'a plugin that writes into finished files',
    'no-rewritten-packages',
    "export const plugin = { name: 'a', generateBundle(_: unknown, files: any) { for (const file of files) file.code = file.code.trim() } }",
  ],
  ['a private member', 'no-private-members', 'export const a = (emitter: any) => emitter._events'],
  ['by its name in a string', 'no-private-members', "export const a = (emitter: any) => emitter['_events']"],
  ['taken apart', 'no-private-members', 'export const a = ({ _events }: any) => _events'],
  [
    'by reflection',
    'no-private-members',
    "export const a = (emitter: object) => Reflect.get(emitter, '_events')",
  ],
  ["named as MobX's", 'no-private-members', 'export const a = (store: any) => store.value_'],
  [
    'a forced type',
    'no-double-cast',
    'export const a = (client: object) => (client as unknown as { connection: { stream: unknown } }).connection',
  ],
]

const sound = `
    export const plugin = { name: 'a', transform: (code: string, id: string) => (id.endsWith('.css') ? code : undefined) }
    export const files = { name: 'b', generateBundle(this: any) { this.emitFile({ type: 'asset', fileName: 'a', source: '' }) } }
    export class Store { _own = 1; get own() { return this._own } }
    export const a = (value: unknown) => value as { own: number }
    export const b = (part: { load: () => void }) => part.load()`

/** The rules that find something in each of these texts, all looked at in one run of the linter. */
function found(codes: readonly string[]): Rule[][] {
  const config = join(folder, 'oxlint.json')
  const settings = {
    jsPlugins: [join(project, 'scripts/libraryRules.mjs')],
    categories: { correctness: 'off' },
    rules: Object.fromEntries(rules.map((rule) => [`libraries/${rule}`, 'error'])),
  }
  writeFileSync(config, JSON.stringify(settings))
  const names = codes.map((_, index) => `code${index}.ts`)
  for (const [index, name] of names.entries()) writeFileSync(join(folder, name), codes[index] ?? '')
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [join(project, 'node_modules/oxlint/bin/oxlint'), '-c', config, '--format', 'unix', ...names],
    { encoding: 'utf8', cwd: folder },
  )
  if (!/problem|^\s*$/.test(stdout) || stderr !== '') throw new Error(stdout + stderr)
  const lines = stdout.split('\n')
  return names.map((name) =>
    rules.filter((rule) => lines.some((line) => line.includes(`${name}:`) && line.includes(rule))),
  )
}

const results = found([...faulty.map(([, , code]) => code), sound])

it.each(faulty.map(([what, rule], index) => [what, rule, results[index]] as const))(
  '%s is found',
  (_what, rule, of) => expect(of).toEqual([rule]),
)

it('own modules may be transformed, own members read, and values cast', () => {
  expect(results.at(-1)).toEqual([])
})

it('apply to all of our code', () => {
  const { jsPlugins, rules: applied } = readConfig()
  expect(jsPlugins).toContain('./scripts/libraryRules.mjs')
  expect(rules.map((rule) => applied[`libraries/${rule}`])).toEqual(rules.map(() => 'error'))
})

/** Comments take whole lines. */
function readConfig() {
  const text = readFileSync(join(project, '.oxlintrc.json'), 'utf8').replaceAll(/^\s*\/\/.*$/gm, '')
  return JSON.parse(text) as { jsPlugins: string[]; rules: Record<string, unknown> }
}
