import type { Plugin, Rolldown } from 'vite'

const runtimeModule = '\0rolldown/runtime.js'

/**
 * The bundler puts its helpers, 700 bytes, into a file of their own that every other one imports: one more request of the
 * first load. They become part of React's file, which every page loads. This happens before the files are named, so that a
 * name still stands for its content. Fails the build when there is no such chunk.
 */
export function runtimeWithReact(): Plugin {
  return {
    name: 'runtime-with-react',
    // Pages are rendered ahead with the same configuration, but in one file.
    apply: ({ build }, { command }) => command === 'build' && !build?.ssr,
    renderChunk(code, { fileName }, _options, meta) {
      const chunks = Object.values(meta.chunks)
      const helpers = found(chunks, ({ modules }) => runtimeModule in modules)
      const react = found(chunks, ({ name }) => name === 'react')
      if (fileName === helpers.fileName) return null
      const { statement, names } = importFrom(helpers.fileName, code)
      if (!statement) return null
      if (fileName !== react.fileName)
        return { code: code.replace(statement, importOf(names, react.fileName)), map: null }
      const source = helpers.modules[runtimeModule]?.code ?? ''
      const exported = [...source.matchAll(/^var (__exportAll|__toESM|__commonJSMin) =/gm)].map(
        ([, name]) => name,
      )
      if (exported.length !== helpers.exports.length)
        throw new Error('scripts/runtimeWithReact.ts: the bundler has other helpers')
      return {
        code: `${source}\n${code.replace(statement, '')}\nexport { ${exported.join(', ')} };\n`,
        map: null,
      }
    },
    generateBundle: {
      // Before Vite writes down what each file imports.
      order: 'pre',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((each) => each.type === 'chunk')
        const helpers = found(chunks, ({ moduleIds }) => moduleIds.includes(runtimeModule)).fileName
        const react = found(chunks, ({ name }) => name === 'react').fileName
        for (const chunk of chunks) {
          if (!chunk.imports.includes(helpers)) continue
          const imports = new Set(chunk.imports.map((name) => (name === helpers ? react : name)))
          imports.delete(chunk.fileName)
          chunk.imports = [...imports]
        }
        delete bundle[helpers]
      },
    },
  }
}

function found<Chunk extends Rolldown.RenderedChunk | Rolldown.OutputChunk>(
  chunks: readonly Chunk[],
  isIt: (chunk: Chunk) => boolean,
): Chunk {
  const chunk = chunks.find(isIt)
  if (!chunk) throw new Error('scripts/runtimeWithReact.ts: no chunk with the helpers, or none with React')
  return chunk
}

const nameOf = (fileName: string) => fileName.split('/').at(-1) ?? fileName

/** The statement that imports from that file, and the local names in it; '' and none where there is no such import. */
function importFrom(fileName: string, code: string): { statement: string; names: string[] } {
  const end = ` from "./${nameOf(fileName)}";\n`
  const line = code.split(/(?<=\n)/).find((each) => each.startsWith('import {') && each.endsWith(end))
  const pairs = /\{ (.*) \}/.exec(line ?? '')?.[1]?.split(', ') ?? []
  return { statement: line ?? '', names: pairs.map((pair) => pair.split(' as ').at(-1) ?? pair) }
}

function importOf(names: readonly string[], fileName: string): string {
  return `import { ${names.join(', ')} } from "./${nameOf(fileName)}";\n`
}
