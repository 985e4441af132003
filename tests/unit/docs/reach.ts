import { posix } from 'node:path'
import ts from 'typescript'

/** The text of a file by its path from the root of the repository; undefined if there is none. */
export type ReadFile = (path: string) => string | undefined

/** Where a name comes from: `*` stands for everything that the file exports. */
interface Origin {
  file: string
  name: string
}

/** The names that a file declares, uses and exports. */
interface Source {
  /** Top-level declarations, by name; `default` for an unnamed default export. */
  declared: Map<string, ts.Node[]>
  /** Statements that run whenever the file is loaded. */
  effects: ts.Node[]
  imported: Map<string, Origin>
  /** Exported names that are not declarations of the same name in this file. */
  exported: Map<string, Origin>
  starExports: string[]
  /** Files loaded for their effects. */
  loaded: string[]
}

/**
 * Names that the product reaches: follows, from the entry points, which top-level declaration mentions which other
 * one, across imports, re-exports and dynamic imports. Keys are `file name`.
 */
export function reachedNames(entries: readonly string[], read: ReadFile): Set<string> {
  const sources = new Map<string, Source | undefined>()
  const sourceOf = (file: string) => {
    if (!sources.has(file)) sources.set(file, parse(file, read))
    return sources.get(file)
  }
  const reached = new Set<string>()
  const loadedFiles = new Set<string>()
  const queue: (() => void)[] = []

  const load = (file: string) => {
    const source = sourceOf(file)
    if (!source || loadedFiles.has(file)) return
    loadedFiles.add(file)
    for (const each of [...source.loaded, ...[...source.imported.values()].map((origin) => origin.file)]) {
      queue.push(() => load(each))
    }
    for (const node of source.effects) follow(file, source, node)
  }
  const reach = (file: string, name: string) => {
    const source = sourceOf(file)
    if (!source || reached.has(`${file} ${name}`)) return
    reached.add(`${file} ${name}`)
    queue.push(() => load(file))
    if (name === '*') {
      for (const each of [...source.declared.keys(), ...source.exported.keys()]) reach(file, each)
      for (const each of source.starExports) reach(each, '*')
      return
    }
    for (const node of source.declared.get(name) ?? []) queue.push(() => follow(file, source, node))
    const origin = source.exported.get(name) ?? source.imported.get(name)
    if (origin) reach(origin.file, origin.name)
    if (!source.declared.has(name) && !origin) for (const each of source.starExports) reach(each, name)
  }
  const follow = (file: string, source: Source, node: ts.Node) => {
    for (const name of mentioned(node)) {
      const origin = source.imported.get(name)
      if (origin) reach(origin.file, origin.name)
      else if (source.declared.has(name)) reach(file, name)
    }
    for (const each of dynamicImports(node)) reach(resolve(file, each) ?? '', '*')
  }

  for (const entry of entries) load(entry)
  for (let next = queue.pop(); next; next = queue.pop()) next()
  return reached
}

/**
 * What a test with that title uses of src/, as `file name`: in its own body and in the helpers of its file that it
 * mentions. Types do not count.
 */
export function usedByTest(file: string, title: string, read: ReadFile): Set<string> {
  const source = parse(file, read)
  const used = new Set<string>()
  if (!source) return used
  const seen = new Set<string>()
  const follow = (node: ts.Node) => {
    for (const name of mentioned(node)) {
      const origin = source.imported.get(name)
      if (origin?.file.startsWith('src/')) used.add(`${origin.file} ${origin.name}`)
      if (origin || seen.has(name)) continue
      seen.add(name)
      for (const helper of source.declared.get(name) ?? []) follow(helper)
    }
  }
  for (const effect of source.effects) for (const call of callsOf(effect, title)) follow(call)
  return used
}

/** The calls of `it` or `test` with that title, in any `describe`, and what runs before and after each test. */
function callsOf(node: ts.Node, title: string): ts.Node[] {
  if (ts.isCallExpression(node)) {
    const [first] = node.arguments
    const callee = node.expression.getText()
    if (/^(before|after)(Each|All)$/.test(callee)) return [node]
    if (first && ts.isStringLiteralLike(first) && first.text === title && /^(it|test)\b/.test(callee))
      return [node]
  }
  const found: ts.Node[] = []
  node.forEachChild((child) => void found.push(...callsOf(child, title)))
  return found
}

function parse(file: string, read: ReadFile): Source | undefined {
  const text = /\.tsx?$/.test(file) ? read(file) : undefined
  if (text === undefined) return undefined
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind)
  const source: Source = {
    declared: new Map(),
    effects: [],
    imported: new Map(),
    exported: new Map(),
    starExports: [],
    loaded: [],
  }
  for (const statement of tree.statements) add(source, file, statement)
  return source
}

function add(source: Source, file: string, statement: ts.Statement): void {
  const declare = (name: string, node: ts.Node) =>
    source.declared.set(name, [...(source.declared.get(name) ?? []), node])
  if (ts.isImportDeclaration(statement)) addImport(source, file, statement)
  else if (ts.isExportDeclaration(statement)) addExport(source, file, statement)
  else if (ts.isExportAssignment(statement)) declare('default', statement.expression)
  else if (ts.isVariableStatement(statement)) {
    for (const declaration of statement.declarationList.declarations) {
      for (const name of namesIn(declaration.name)) declare(name, declaration)
    }
  } else if (
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isEnumDeclaration(statement)
  ) {
    const isDefault = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)
    if (statement.name) declare(statement.name.text, statement)
    if (isDefault) declare('default', statement)
  } else if (!ts.isInterfaceDeclaration(statement) && !ts.isTypeAliasDeclaration(statement)) {
    source.effects.push(statement)
  }
}

function addImport(source: Source, file: string, statement: ts.ImportDeclaration): void {
  const target = resolve(file, (statement.moduleSpecifier as ts.StringLiteral).text)
  const { importClause: clause } = statement
  if (target === undefined || clause?.isTypeOnly) return
  if (!clause) return void source.loaded.push(target)
  if (clause.name) source.imported.set(clause.name.text, { file: target, name: 'default' })
  const bindings = clause.namedBindings
  if (!bindings) return
  if (ts.isNamespaceImport(bindings)) source.imported.set(bindings.name.text, { file: target, name: '*' })
  else {
    for (const { name, propertyName, isTypeOnly } of bindings.elements) {
      if (!isTypeOnly) source.imported.set(name.text, { file: target, name: (propertyName ?? name).text })
    }
  }
}

function addExport(source: Source, file: string, statement: ts.ExportDeclaration): void {
  if (statement.isTypeOnly) return
  const target =
    statement.moduleSpecifier && resolve(file, (statement.moduleSpecifier as ts.StringLiteral).text)
  if (!statement.exportClause) {
    if (target !== undefined) source.starExports.push(target)
  } else if (ts.isNamedExports(statement.exportClause)) {
    for (const { name, propertyName } of statement.exportClause.elements) {
      const original = (propertyName ?? name).text
      if (target !== undefined) source.exported.set(name.text, { file: target, name: original })
      else if (original !== name.text) source.exported.set(name.text, { file, name: original })
    }
  } else if (target !== undefined)
    source.exported.set(statement.exportClause.name.text, { file: target, name: '*' })
}

function namesIn(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text]
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? namesIn(element.name) : []))
}

/** Identifiers below a node, without types and without names of properties. */
function mentioned(node: ts.Node): Set<string> {
  const names = new Set<string>()
  const visit = (each: ts.Node) => {
    if (ts.isTypeNode(each) && !ts.isExpressionWithTypeArguments(each)) return
    if (ts.isIdentifier(each) && !isPropertyName(each)) names.add(each.text)
    each.forEachChild(visit)
  }
  visit(node)
  return names
}

function isPropertyName(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node
  return (ts.isPropertyAssignment(parent) || ts.isMethodDeclaration(parent)) && parent.name === node
}

function dynamicImports(node: ts.Node): string[] {
  const found: string[] = []
  const visit = (each: ts.Node) => {
    if (ts.isCallExpression(each) && each.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [target] = each.arguments
      if (target && ts.isStringLiteralLike(target)) found.push(target.text)
    }
    // A worker: new URL('./work.ts', import.meta.url).
    if (ts.isNewExpression(each) && each.expression.getText() === 'URL') {
      const [target] = each.arguments ?? []
      if (target && ts.isStringLiteralLike(target) && target.text.startsWith('.')) found.push(target.text)
    }
    each.forEachChild(visit)
  }
  visit(node)
  return found
}

/** The file that a specifier names, from the root; undefined for a package. */
function resolve(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('#tests/')) return specifier.slice(1)
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`
  return specifier.startsWith('.') ? posix.normalize(posix.join(posix.dirname(from), specifier)) : undefined
}
