/**
 * `npm run kit`: builds packages/qa into packages/qa/dist, plain JavaScript with types, and packs it into artifacts/. The
 * part of src/contract that the kit needs is built with it, and what its types compute from schemas is written out: the package
 * needs no schema library and no file of this repository.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import ts from 'typescript'

const root = resolve(import.meta.dirname, '..')
const kit = join(root, 'packages/qa')
const dist = join(kit, 'dist')

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: ['node'],
  strict: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  resolveJsonModule: true,
}

export function buildKit(): void {
  rmSync(dist, { recursive: true, force: true })
  // Below the repository, so that packages are found.
  mkdirSync(join(root, '.cache'), { recursive: true })
  const written = mkdtempSync(join(root, '.cache/kit-'))
  try {
    const entry = join(kit, 'src/index.ts')
    const program = ts.createProgram([entry], { ...options, noEmit: true })
    const checker = program.getTypeChecker()
    for (const file of program.getSourceFiles().filter(isOurs)) {
      const path = join(written, relative(root, file.fileName))
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, withoutSchemas(file, checker))
    }
    emit(join(written, relative(root, entry)), written)
  } finally {
    rmSync(written, { recursive: true, force: true })
  }
  writeManifest()
  for (const name of ['sandbox.schema.json', 'names.pt_BR.json', 'README.md'])
    cpSync(join(kit, name), join(dist, name))
}

/** Packs the built kit; returns the tarball. */
export function packKit(): string {
  const artifacts = join(root, 'artifacts')
  mkdirSync(artifacts, { recursive: true })
  const args = ['pack', dist, '--pack-destination', artifacts, '--json']
  // Through the shell on Windows, where npm is a script.
  const [packed] = JSON.parse(
    execFileSync('npm', args, { cwd: root, encoding: 'utf8', shell: process.platform === 'win32' }),
  ) as { filename: string }[]
  if (!packed) throw new Error('npm pack made no file')
  return join(artifacts, packed.filename)
}

function isOurs({ fileName }: ts.SourceFile): boolean {
  return fileName.startsWith(root) && !fileName.includes('/node_modules/') && !fileName.endsWith('.schema.ts')
}

/** A type that is computed from a schema: `z.input<…>`, `Data<typeof schema.list>`, `(typeof schema.tabs)[number]`. */
const computed = /^(z\.(input|output|infer)<|\w+<typeof schema\.|\(typeof schema\.\w+\)\[)/

/** The source, with every type that is computed from a schema replaced by what it stands for. */
function withoutSchemas(file: ts.SourceFile, checker: ts.TypeChecker): string {
  const replacements: { from: number; to: number; text: string }[] = []
  const visit = (node: ts.Node): void => {
    // Used by types that are replaced.
    if (
      ts.isTypeAliasDeclaration(node) &&
      node.typeParameters?.some((one) => /\bz\./.test(one.getText(file)))
    ) {
      replacements.push({ from: node.getStart(file), to: node.getEnd(), text: '' })
      return
    }
    if (
      (ts.isTypeReferenceNode(node) || ts.isIndexedAccessTypeNode(node)) &&
      computed.test(node.getText(file))
    ) {
      const flags = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.InTypeAlias
      const text = checker.typeToString(checker.getTypeFromTypeNode(node), undefined, flags)
      replacements.push({ from: node.getStart(file), to: node.getEnd(), text: `(${text})` })
      return
    }
    const isSchemaImport =
      ts.isImportDeclaration(node) && /^'zod'$|\.schema\.ts'$/.test(node.moduleSpecifier.getText(file))
    if (isSchemaImport) replacements.push({ from: node.getStart(file), to: node.getEnd(), text: '' })
    else ts.forEachChild(node, visit)
  }
  visit(file)
  return replacements
    .toSorted((one, other) => other.from - one.from)
    .reduce((text, { from, to, text: type }) => text.slice(0, from) + type + text.slice(to), file.text)
}

/** Compiles the written-out sources. Throws on any error of types, and on an import that the package cannot resolve. */
function emit(entry: string, written: string): void {
  const program = ts.createProgram([entry], {
    ...options,
    rootDir: written,
    outDir: dist,
    declaration: true,
    rewriteRelativeImportExtensions: true,
    allowImportingTsExtensions: false,
  })
  const { diagnostics } = program.emit()
  const errors = [...ts.getPreEmitDiagnostics(program), ...diagnostics]
  if (errors.length > 0)
    throw new Error(
      ts.formatDiagnostics(errors, {
        getCanonicalFileName: (name) => name,
        getCurrentDirectory: () => written,
        getNewLine: () => '\n',
      }),
    )
  for (const file of program.getSourceFiles().filter(isOurs))
    for (const { fileName } of ts.preProcessFile(file.text).importedFiles)
      if (!/^(\.|node:|@playwright\/test$)/.test(fileName))
        throw new Error(
          `${relative(written, file.fileName)} imports ${fileName}, which the kit does not bring`,
        )
}

/** The manifest of the package: the kit's own, with what it is built into. The Playwright that it was built with is the project's own. */
function writeManifest(): void {
  const { devDependencies, ...manifest } = JSON.parse(readFileSync(join(kit, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>
  }
  const entry = './packages/qa/src/index'
  const published = {
    ...manifest,
    exports: {
      '.': { types: `${entry}.d.ts`, default: `${entry}.js` },
      './sandbox.schema.json': './sandbox.schema.json',
      './names.pt_BR.json': './names.pt_BR.json',
    },
    peerDependencies: { '@playwright/test': `^${devDependencies['@playwright/test'] ?? ''}` },
  }
  writeFileSync(join(dist, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
}

if (import.meta.filename === process.argv[1]) {
  buildKit()
  console.log(packKit())
}
