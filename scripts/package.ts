/**
 * `npm run package` [-- --installers]: the application of electron-builder.yml as a folder in release/ (works
 * offline), or as installers where the network allows. `npm run package:qa` goes to release/qa/ and leaves the
 * inspect fuse open, which Playwright needs. `npm run package:demo` goes to release/demo/ with the server and its
 * database inside, so that it needs nothing else. With ELECTRON_OVERRIDE_DIST_PATH that runtime is packed.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build, type Configuration } from 'electron-builder'
import { stageServer } from './demoServer.ts'

const qa = process.argv.includes('--qa')
const demo = process.argv.includes('--demo')
const installers = process.argv.includes('--installers')

if (!existsSync('out/main/index.cjs')) {
  console.error('package: out/ is missing; run `npm run build` first')
  process.exit(1)
}

const output = qa ? join('release', 'qa') : demo ? join('release', 'demo') : 'release'
const stage = resolve('.cache', 'demo-server')
if (demo) await stageServer(stage)
const dist = runtimeFolder()
const written = await build({
  dir: !installers,
  publish: 'never',
  config: {
    extends: resolve('electron-builder.yml'),
    directories: { output },
    ...(qa ? { electronFuses: { enableNodeCliInspectArguments: true } } : {}),
    ...(demo ? { extraResources: demoFiles() } : {}),
    ...(dist ? runtime(dist) : {}),
  },
}).catch((error: unknown) => {
  console.error(`package: ${error instanceof Error ? error.message : String(error)}`)
  if (!dist) console.error('package: no Electron runtime here; set ELECTRON_OVERRIDE_DIST_PATH to one')
  process.exit(1)
})
console.log(`packaged: ${installers ? written.join(', ') : output}`)

/** Two entries, because electron-builder leaves a folder's own node_modules out. */
function demoFiles(): { from: string; to: string; filter: string[] }[] {
  return ['', 'node_modules'].map((folder) => ({
    from: join(stage, folder),
    to: join('server', folder),
    filter: ['**/*'],
  }))
}

/** The installed runtime; undefined: electron-builder downloads one. */
function runtimeFolder(): string | undefined {
  const folders = [process.env['ELECTRON_OVERRIDE_DIST_PATH'], 'node_modules/electron/dist']
  return folders.find((folder) => folder && existsSync(join(folder, 'version')))
}

function runtime(folder: string): Pick<Configuration, 'electronDist' | 'electronVersion' | 'afterExtract'> {
  return {
    electronDist: folder,
    electronVersion: readFileSync(join(folder, 'version'), 'utf8').trim().replace(/^v/, ''),
    // A runtime may contain a launcher for development; ours must be the only application in the package.
    afterExtract: ({ appOutDir }) => {
      rmSync(join(appOutDir, 'resources', 'app'), { recursive: true, force: true })
      return Promise.resolve()
    },
  }
}
