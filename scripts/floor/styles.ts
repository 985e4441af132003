import type { Identifier } from '@mdn/browser-compat-data'
import { parse, type AtRule, type ChildNode, type Container, type Declaration, type Document } from 'postcss'
import { below, css, entriesOf, isNewer } from './support.ts'

/** What a style sheet uses that a browser of the floor lacks, without a line before it that such a browser takes. */
export function newerInStyle(code: string): string[] {
  const found = new Set<string>()
  const root = parse(code)
  root.walkDecls((declaration) => {
    if (isAskedFirst(declaration)) return
    for (const what of newerInDeclaration(declaration))
      if (!hasOlderLine(declaration) && !hasPrefixed(declaration)) found.add(what)
  })
  root.walkRules((rule) => {
    if (rule.parent?.type === 'rule') found.add('nested rules')
    if (isKeyframe(rule.parent) || isAskedFirst(rule)) return
    // What begins with a dash is of one engine, and has a rule of its own.
    for (const [, name = ''] of rule.selector.matchAll(/::?([a-z][a-z-]*)/g))
      if (isNewer(below(css.selectors as Identifier, name))) found.add(`:${name}`)
  })
  root.walkAtRules((rule) => {
    if (isNewer(below(css['at-rules'] as Identifier, rule.name))) found.add(`@${rule.name}`)
    if (rule.name !== 'media') return
    for (const [, feature = ''] of rule.params.matchAll(/\(\s*([a-z-]+)/g))
      if (isNewer(below(css['at-rules'] as Identifier, 'media', feature))) found.add(`@media (${feature})`)
    if (/[<>]/.test(rule.params)) found.add('@media with < or >')
  })
  return [...found]
}

function newerInDeclaration({ prop, value }: Declaration): string[] {
  const found: string[] = []
  const property = below(css.properties as Identifier, prop)
  if (prop.startsWith('-') && !prop.startsWith('--')) return []
  if (isNewer(property)) return [prop]
  const text = value.replaceAll(/"[^"]*"|'[^']*'|url\([^)]*\)/g, '')
  for (const [word] of text.matchAll(/(?<![\w-])[a-z][a-z-]*(?![\w(-])/g))
    if (isNewer(below(property, word))) found.push(`${prop}: ${word}`)
  for (const [, name = ''] of text.matchAll(/(?<![\w-])([a-z][a-z-]*)\(/g))
    if (isNewer(functions.get(name) ?? below(property, name))) found.push(`${name}()`)
  for (const [unit, entry] of units)
    if (unit.test(text)) if (isNewer(entry)) found.push(`${prop}: ${unit.exec(text)?.[0] ?? ''}`)
  return found
}

/** Functions by name: colours are a level below the others. */
const functions = new Map<string, Identifier>()
for (const types of [css.types as Identifier, below(css.types as Identifier, 'color')])
  for (const [name, entry] of entriesOf(types)) functions.set(name, entry)

const { length } = css.types as Identifier
const units: [RegExp, Identifier | undefined][] = [
  [/[\d.]+[dsl]v(h|w|i|b|min|max)\b/, below(length, 'viewport_percentage_units_dynamic')],
  [/[\d.]+cq(h|w|i|b|min|max)\b/, below(length, 'container_query_length_units')],
  [/[\d.]+r?lh\b/, below(length, 'lh')],
  [/[\d.]+(rcap|cap|rex|ric|ic|rch)\b/, below(length, 'cap')],
]

/** A browser takes the last line that it knows; of a value with a variable it knows only later that it does not. */
function hasOlderLine(declaration: Declaration): boolean {
  if (declaration.prop.startsWith('--') || declaration.value.includes('var(')) return false
  let before = declaration.prev()
  while (before) {
    if (before.type === 'decl' && before.prop === declaration.prop && newerInDeclaration(before).length === 0)
      return true
    before = before.prev()
  }
  return false
}

/** A line with the name that the property has in an older browser. */
function hasPrefixed({ prop, parent }: Declaration): boolean {
  return Boolean(parent?.some((each) => each.type === 'decl' && each.prop === `-webkit-${prop}`))
}

/** In @supports, or in a query that older browsers leave out as a whole. */
function isAskedFirst(node: ChildNode): boolean {
  for (let at: Container | Document | undefined = node.parent; at; at = at.parent)
    if (at.type === 'atrule' && ['supports', 'container'].includes((at as AtRule).name)) return true
  return false
}

function isKeyframe(parent: Container | undefined): boolean {
  return parent?.type === 'atrule' && /keyframes$/.test((parent as AtRule).name)
}
