import { resolve } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import readOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'

const config = resolve(import.meta.dirname, '../../.dependency-cruiser.cjs')

/** All imports of the program, its tests, scripts and benchmarks below `baseDir`, with every violation of the rules. */
export async function cruiseAll(baseDir: string): Promise<ICruiseResult> {
  const options = await readOptions(config)
  const { output } = await cruise(['src', 'scripts', 'bench', 'tests'], { ...options, baseDir })
  if (typeof output === 'string') throw new Error(output)
  return output
}
