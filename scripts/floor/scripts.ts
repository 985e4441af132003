import { parse, type Node } from 'acorn'
import { ancestor } from 'acorn-walk'
import type { Identifier } from '@mdn/browser-compat-data'
import { api, below, entriesOf, isNewer, javascript } from './support.ts'

/** Globals that are an object of an interface. */
const instances: Record<string, string> = {
  navigator: 'Navigator',
  document: 'Document',
  performance: 'Performance',
  history: 'History',
  location: 'Location',
  crypto: 'Crypto',
  screen: 'Screen',
  caches: 'CacheStorage',
  localStorage: 'Storage',
}
const windows = ['window', 'self', 'globalThis']
const { builtins } = javascript

/** Names of members, with every interface that has one of this name; an interface that is newer itself is found by its own. */
const members = new Map<string, Identifier[]>()
for (const table of [api, builtins])
  for (const [, entry] of entriesOf(table as Identifier)) {
    if (isNewer(entry)) continue
    for (const [name, member] of entriesOf(entry))
      if (/^[a-z][a-zA-Z0-9]*$/.test(name)) members.set(name, [...(members.get(name) ?? []), member])
  }

/**
 * What a script uses that a browser of the floor lacks, each once. A method is looked for by its name, so that one of the
 * same name of a program's own is found too. Throws where the syntax is newer.
 */
export function newerInScript(code: string, sourceType: 'module' | 'script'): string[] {
  const found = new Set<string>()
  // Of ES2022, Safari got static blocks later.
  const program = parse(code, { ecmaVersion: 2022, sourceType })
  ancestor(program, {
    MemberExpression(node, _state, ancestors) {
      if (node.computed || node.property.type !== 'Identifier') return
      const { name } = node.property
      const call = ancestors.at(-2)
      if (isGuarded(node, ancestors)) return
      const owner = node.object.type === 'Identifier' ? node.object.name : undefined
      if (owner !== undefined && isNewer(staticOf(owner, name))) found.add(`${owner}.${name}`)
      else if (
        call?.type === 'CallExpression' &&
        'callee' in call &&
        call.callee === node &&
        // A class's own method.
        node.object.type !== 'ThisExpression' &&
        !known(owner, name) &&
        isNewerEverywhere(name)
      )
        found.add(`.${name}()`)
    },
    NewExpression(node, _state, ancestors) {
      if (
        node.callee.type === 'Identifier' &&
        !isGuarded(node.callee, ancestors) &&
        isNewer(globalOf(node.callee.name))
      )
        found.add(`new ${node.callee.name}`)
    },
    CallExpression(node) {
      // A minified name of the program's own is shorter.
      if (node.callee.type === 'Identifier' && isNewer(below(api as Identifier, 'Window', node.callee.name)))
        found.add(`${node.callee.name}()`)
    },
    StaticBlock() {
      found.add('static {}')
    },
    Literal(node) {
      if (!('regex' in node) || !node.regex) return
      if (/\(\?<[=!]/.test(node.regex.pattern)) found.add(`lookbehind /${node.regex.pattern}/`)
      if (node.regex.flags.includes('v')) found.add(`flag v /${node.regex.pattern}/`)
    },
  })
  return [...found]
}

function globalOf(name: string): Identifier | undefined {
  return below(builtins as Identifier, name) ?? below(api as Identifier, name)
}

function staticOf(owner: string, name: string): Identifier | undefined {
  if (windows.includes(owner)) return globalOf(name) ?? below(api as Identifier, 'Window', name)
  const instance = instances[owner]
  if (instance) return below(api as Identifier, instance, name)
  return below(builtins as Identifier, owner, name) ?? below(api as Identifier, owner, `${name}_static`)
}

/** A member that the tables know and that every browser has: not to be looked for by its name alone. */
function known(owner: string | undefined, name: string): boolean {
  return owner !== undefined && staticOf(owner, name) !== undefined
}

function isNewerEverywhere(name: string): boolean {
  const entries = members.get(name) ?? []
  return entries.length > 0 && entries.every(isNewer)
}

/** `a.b?.()`, `a.b?.c`, `typeof a.b`: nothing happens where it is missing. */
function isGuarded(node: Node, ancestors: Node[]): boolean {
  const parent = ancestors.at(-2)
  if (!parent) return false
  if (parent.type === 'UnaryExpression' && 'operator' in parent && parent.operator === 'typeof') return true
  return (
    'optional' in parent &&
    parent.optional === true &&
    (('callee' in parent && parent.callee === node) || ('object' in parent && parent.object === node))
  )
}
