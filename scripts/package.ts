/**
 * `npm run package` [-- --installers]: the application of electron-builder.yml as a folder in release/ (works
 * offline), or as installers where the network allows. `npm run package:qa` goes to release/qa/ and leaves the
 * inspect fuse open, which Playwright needs. `-- --deb` also makes a Debian package of a kiosk, offline too. `npm run package:demo` goes to release/demo/ with the server and its
 * database inside, so that it needs nothing else. With ELECTRON_OVERRIDE_DIST_PATH that runtime is packed; only the QA
 * package may contain one that is older than package.json says. Every package is read back before it counts.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { AfterPackContext, Configuration } from 'electron-builder'
import { brandFolder, readBrand } from './brand/readBrand.ts'
import { stageServer } from './demoServer.ts'
import { buildDebianPackage } from './packaging/debian.ts'
import {
  missingPages,
  packedPaths,
  unexpectedFiles,
  unexpectedResources,
  wrongFuses,
} from './packaging/packedApp.ts'
import { runtimeVersion, whyRefused } from './packaging/runtimeVersion.ts'
import { electronProgram } from './runtimes.ts'

const folder = brandFolder()
const brand = readBrand(folder)
const qa = process.argv.includes('--qa')
const demo = process.argv.includes('--demo')
const installers = process.argv.includes('--installers')
const deb = process.argv.includes('--deb')

const output = qa ? join('release', 'qa') : demo ? join('release', 'demo') : 'release'
const stage = resolve('.cache', 'demo-server')
const dist = runtimeFolder()
if (dist !== undefined && !qa) refuseOldRuntime(dist)
if (!existsSync('out/main/index.cjs')) {
  console.error('package: out/ is missing; run `npm run build` first')
  process.exit(1)
}
if (demo) await stageServer(stage)
const packed: AfterPackContext[] = []
const { build } = await import('electron-builder')
const written = await build({
  dir: !installers,
  publish: 'never',
  config: {
    extends: resolve('electron-builder.yml'),
    ...branded(),
    directories: { output },
    ...(qa ? { electronFuses: { enableNodeCliInspectArguments: true } } : {}),
    ...(demo ? { extraResources: demoFiles() } : {}),
    ...(dist ? runtime(dist) : {}),
    afterPack: (context) => {
      packed.push(context)
      return Promise.resolve()
    },
  },
}).catch((error: unknown) => {
  console.error(`package: ${error instanceof Error ? error.message : String(error)}`)
  if (!dist) console.error('package: no Electron runtime here; set ELECTRON_OVERRIDE_DIST_PATH to one')
  process.exit(1)
})
for (const context of packed) await checkPackage(context)
if (deb) written.push(debianPackage())
console.log(`packaged: ${installers || deb ? written.join(', ') : output}`)

function debianPackage(): string {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  const packed = join(output, 'linux-unpacked')
  return buildDebianPackage({
    packed,
    output,
    version,
    maintainer: `${brand.name} <kiosk@${brand.domain}>`,
    product: brand.name,
  })
}

function branded(): Configuration {
  const { name, appId, domain } = brand
  return {
    appId,
    productName: name,
    copyright: `Copyright © ${name}`,
    icon: join(folder, 'icon-large.png'),
    linux: { maintainer: `${name} <kiosk@${domain}>` },
  }
}

/** Electron-builder downloads the declared version where no runtime is installed. */
function refuseOldRuntime(folder: string): void {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    devDependencies: { electron: string }
  }
  const reason = whyRefused(runtimeVersion(folder, programOf(folder)), devDependencies.electron)
  if (reason === null) return
  console.error(`package: ${reason}`)
  process.exit(1)
}

/** Removes a package that is not what it should be, so that nobody installs it. */
async function checkPackage({ appOutDir, electronPlatformName }: AfterPackContext): Promise<void> {
  const { program, archive, resources } = packedPaths(appOutDir, electronPlatformName, brand.name)
  const faults = [
    ...(await wrongFuses(program, qa ? 'qa' : 'venue')),
    ...unexpectedFiles(archive).map((name) => `app.asar contains ${name}`),
    ...unexpectedResources(resources, demo).map((name) => `resources contain ${name}`),
    ...(demo ? missingPages(join(resources, 'server')).map((name) => `the server has no ${name}`) : []),
  ]
  if (faults.length === 0) return
  console.error(`package: ${appOutDir} is removed:\n  ${faults.join('\n  ')}`)
  rmSync(appOutDir, { recursive: true, force: true })
  process.exit(1)
}

/** The program that an unpacked runtime is started with. */
function programOf(folder: string): string | undefined {
  const program = join(folder, electronProgram)
  return existsSync(program) ? program : undefined
}

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
  return folders.find((folder) => folder && (existsSync(join(folder, 'version')) || programOf(folder)))
}

function runtime(folder: string): Pick<Configuration, 'electronDist' | 'electronVersion' | 'afterExtract'> {
  return {
    electronDist: folder,
    electronVersion: runtimeVersion(folder, programOf(folder)),
    // A runtime may contain a launcher for development; ours must be the only application in the package.
    afterExtract: ({ appOutDir }) => {
      rmSync(join(appOutDir, 'resources', 'app'), { recursive: true, force: true })
      return Promise.resolve()
    },
  }
}
