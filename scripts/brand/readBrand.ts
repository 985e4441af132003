import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type brandFile from '../../resources/brands/palpite/brand.json'
import type { BrandColours } from './recolour.ts'

export type Brand = typeof brandFile

/** Where the brands are; a bundled configuration has no path of this file, and every command runs in the project. */
export const brandsFolder = resolve('resources/brands')
export const defaultBrand = 'palpite'

/** The folder of the brand that the environment names, as `BRAND=mirante npm run build:web` does. */
export function brandFolder(id = process.env['BRAND'] ?? defaultBrand): string {
  const folder = join(brandsFolder, id)
  if (!/^[a-z][a-z0-9-]*$/.test(id) || !existsSync(folder))
    throw new Error(`BRAND: there is no folder ${folder}`)
  return folder
}

export function readBrand(folder = brandFolder()): Brand {
  return JSON.parse(readFileSync(join(folder, 'brand.json'), 'utf8')) as Brand
}

/** The names and values of a brand's colours. */
export function readTokens(folder: string): Map<string, string> {
  const style = readFileSync(join(folder, 'tokens.css'), 'utf8')
  return new Map(
    [...style.matchAll(/(--[\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name!, value!]),
  )
}

export function coloursOf(folder: string): BrandColours {
  const tokens = readTokens(folder)
  const token = (name: string) => {
    const value = tokens.get(name)
    if (!value) throw new Error(`${folder}/tokens.css: ${name} is missing`)
    return value
  }
  return { action: token('--green-500'), reward: token('--amber-500'), surface: token('--night-800') }
}
