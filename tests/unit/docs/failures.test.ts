/** docs/qa.md, "Failures without a message", against the calls as the client makes them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'
import type { Call } from '#contract/http/call.ts'

const root = join(import.meta.dirname, '../../..')
const renderer = join(root, 'src/renderer')
const [, section = ''] = readFileSync(join(root, 'docs/qa.md'), 'utf8').split(
  '## Failures without a message\n',
)
const [, ...rows] = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => /^\| [^-]/.test(line))
const described = rows.flatMap((row) =>
  Array.from(row.split('|')[2]?.matchAll(/`([^`]+)`/g) ?? [], ([, path = '']) => path),
)

const noun = /^\w+\.ts$/
const contract = await Promise.all(
  readdirSync(join(root, 'src/contract/http'))
    .filter((name) => noun.test(name))
    .map((name) => import(join(root, 'src/contract/http', name)) as Promise<Record<string, unknown>>),
)
const groups = Object.assign({}, ...contract) as Record<string, Call | Record<string, Call>>

/** The path of `gameCalls.list`, as docs/qa.md names it: below /api or /api/app. */
function pathOf(name: string): string {
  const [group = '', call = ''] = name.split('.')
  const known = groups[group]
  const found = known && 'path' in known ? (known as Call) : known?.[call]
  if (!found) throw new Error(`no such call: ${name}`)
  return found.path.replace(/^\/api\/+(app\/)?/, '')
}

interface MadeCall {
  path: string
  /** The caller shows the failure itself. */
  isOwn: boolean
}

/** Every call that the client makes, each with its options. */
const made = readdirSync(renderer, { recursive: true, encoding: 'utf8' }).flatMap((file) => {
  if (!/\.tsx?$/.test(file)) return []
  const text = readFileSync(join(renderer, file), 'utf8')
  const calls: MadeCall[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const [first, , options] = node.arguments
      const name = first?.getText() ?? ''
      if (/^(\w+Calls\.\w+|\w+Call)$/.test(name) && /^(call|change|pause)$/.test(node.expression.name.text))
        calls.push({ path: pathOf(name), isOwn: options ? isOwn(options) : false })
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true))
  return calls
})

/** Of a list of options, written out or by the name of a variable; of a parameter, whether some caller in the file gives it. */
function isOwn(options: ts.Node): boolean {
  const file = options.getSourceFile()
  if (ts.isObjectLiteralExpression(options))
    return options.properties.some((each) =>
      ts.isSpreadAssignment(each) ? isOwn(each.expression) : /^ownFailure: (?!false)/.test(each.getText()),
    )
  if (!ts.isIdentifier(options)) return /ownFailure: true/.test(options.getText())
  if (options.text === 'quietOptions') return true
  for (let scope: ts.Node = options.parent; scope !== file; scope = scope.parent) {
    if (ts.isBlock(scope)) {
      const value = valueIn(scope.statements, options.text)
      if (value) return isOwn(value)
    }
    const isParameter =
      ts.isFunctionLike(scope) &&
      scope.parameters.some(({ name }) => name.getText().split(/\W+/).includes(options.text))
    // In games the automatic play gives it; where that plays whole rounds, not to a bet by hand.
    const isByHand =
      ts.isMethodDeclaration(scope) &&
      scope.name.getText() === 'sendBet' &&
      file.text.includes('sendFullRound')
    if (isParameter)
      return /ownFailure: true/.test(file.text) || (file.fileName.startsWith('games/') && !isByHand)
  }
  const value = valueIn(file.statements, options.text)
  return value ? isOwn(value) : false
}

function valueIn(statements: ts.NodeArray<ts.Statement>, name: string): ts.Expression | undefined {
  for (const statement of statements)
    if (ts.isVariableStatement(statement))
      for (const declared of statement.declarationList.declarations)
        if (declared.name.getText() === name)
          return declared.initializer && ts.isAsExpression(declared.initializer)
            ? declared.initializer.expression
            : declared.initializer
  return undefined
}

const sorted = (paths: Iterable<string>) => [...new Set(paths)].toSorted()

it('has every call whose caller shows a failure itself, and no other', () => {
  expect(made.length).toBeGreaterThan(100)
  expect(sorted(described)).toEqual(sorted(made.filter((call) => call.isOwn).map(({ path }) => path)))
})
