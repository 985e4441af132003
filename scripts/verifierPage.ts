import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build, type Plugin } from 'vite'
import { brand } from './brand/brand.ts'
import { brandFolder } from './brand/readBrand.ts'

const name = 'virtual:verifier-page'

/**
 * Provides `virtual:verifier-page`: script and style of the saved verifier as texts, with the hashes that its policy
 * names. The script is bundled here, into one piece that needs nothing else.
 */
export function verifierPage(): Plugin {
  let folder = ''
  return {
    name: 'verifier-page',
    // Relative to the renderer's root: a bundled configuration (electron-vite's) has no path of this file.
    configResolved: ({ root }) => {
      folder = resolve(root, 'screens/fair/saved')
    },
    resolveId: (source) => (source === name ? `\0${name}` : undefined),
    async load(id) {
      if (id !== `\0${name}`) return undefined
      this.addWatchFile(`${folder}/page.ts`)
      const script = await bundle(folder)
      const style = [join(brandFolder(), 'tokens.css'), `${folder}/page.css`]
        .map((path) => readFileSync(path, 'utf8'))
        .join('')
      return Object.entries({ script, scriptHash: hashOf(script), style, styleHash: hashOf(style) })
        .map(([key, value]) => `export const ${key} = ${JSON.stringify(value)}`)
        .join('\n')
    },
  }
}

async function bundle(folder: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    root: folder,
    plugins: [brand()],
    build: {
      write: false,
      target: 'es2020',
      minify: true,
      lib: { entry: `${folder}/page.ts`, formats: ['iife'], name: 'verifier' },
    },
  })
  const [output] = Array.isArray(result) ? result : [result]
  const chunk = output && 'output' in output ? output.output[0] : undefined
  if (!chunk) throw new Error('the saved verifier was not built')
  if (/<\/script|<!--/i.test(chunk.code))
    throw new Error('the saved verifier cannot stand in a script element')
  return chunk.code
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
