import { symlinkSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build } from 'vite'

/** Of the project, so that its packages are found. */
const folder = resolve('artifacts/bench-feed')

/**
 * Builds both programs of the feed's bench as the server is built, and returns their files: the loader of TypeScript adds a call to
 * each function that is made, which what is shipped does not have.
 */
export async function buildFeedPrograms(): Promise<{ server: string; bare: string }> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  // The server looks for them beside its folder.
  for (const name of ['resources', 'package.json']) symlinkSync(resolve(name), join(folder, name))
  const outDir = join(folder, 'dist-server')
  // Vite sets it, and the programs would take it for theirs.
  const { NODE_ENV: before } = process.env
  await build({
    configFile: resolve('vite.server.config.ts'),
    logLevel: 'warn',
    build: {
      outDir,
      rolldownOptions: {
        input: {
          feedServer: resolve(import.meta.dirname, 'feedServer.ts'),
          bareFeedServer: resolve(import.meta.dirname, 'bareFeedServer.ts'),
        },
      },
    },
  })
  if (before === undefined) delete process.env['NODE_ENV']
  else process.env['NODE_ENV'] = before
  return { server: join(outDir, 'feedServer.js'), bare: join(outDir, 'bareFeedServer.js') }
}
