import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createPackage } from '@electron/asar'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadedAtStart } from '../../../scripts/packaging/chunks.ts'
import {
  missingPages,
  unexpectedFiles,
  unexpectedResources,
  wrongFuses,
} from '../../../scripts/packaging/packedApp.ts'
import { runtimeVersion, whyRefused } from '../../../scripts/packaging/runtimeVersion.ts'
import { electronProgram } from '../../../scripts/runtimes.ts'

let folder = ''
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'palpite-packaging-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(name: string, content: string | Buffer = ''): string {
  const file = join(folder, name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
  return file
}

describe('the runtime', () => {
  it.each([
    ['33.4.11', '45.4.1', false],
    ['44.9.9', '45.4.1', false],
    ['45.0.0', '45.4.1', true],
    ['46.0.0-beta.2', '45.4.1', true],
  ])('%s with %s declared', (runtime, declared, isAllowed) => {
    expect(whyRefused(runtime, declared) === null).toBe(isAllowed)
  })

  it('is the version in its program, even across the boundary between two reads', () => {
    const padding = Buffer.alloc(8 * 1024 * 1024 - 5, 'x')
    const program = write('electron', Buffer.concat([padding, Buffer.from('Electron/45.4.1 Safari/537.36')]))
    expect(runtimeVersion(folder, program)).toBe('45.4.1')
  })

  it('is refused when its version file says something else', () => {
    const program = write('electron', 'Chrome/130 Electron/33.4.11 Safari')
    write('version', 'v45.4.1\n')
    expect(() => runtimeVersion(folder, program)).toThrow('45.4.1')
    expect(runtimeVersion(folder, write('silent'))).toBe('45.4.1')
  })

  it('that is too old stops `package` before anything is built', () => {
    write('version', '33.4.11')
    write(electronProgram, 'Electron/33.4.11')
    const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/package.ts'], {
      env: { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: folder },
      encoding: 'utf8',
    })
    expect(stderr).toContain('this runtime is Electron 33.4.11; package.json declares ')
    expect(status).toBe(1)
  })
})

it('the Windows installer installs for all users, where the task of the handbook starts it', () => {
  const settings = readFileSync('electron-builder.yml', 'utf8')
  expect(settings).toMatch(/^nsis:\n  oneClick: false\n  perMachine: true$/m)
  const program = /^executableName: (.*)$/m.exec(settings)?.[1]
  const { name } = JSON.parse(readFileSync('resources/brands/palpite/brand.json', 'utf8')) as { name: string }
  const task = readFileSync('resources/venue/palpite-task.xml', 'utf8')
  expect(/<Command>(.*)<\/Command>/.exec(task)?.[1]).toBe(`%ProgramFiles%\\${name}\\${program}.exe`)
})

describe('fuses', () => {
  /** A program's fuse wire: version, number of fuses, one character for each. */
  const program = (fuses: string) =>
    write(
      'palpite',
      `ELF dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\x01${String.fromCharCode(fuses.length)}${fuses} rest`,
    )

  it('a venue has all of them closed, a QA build only the inspect fuse open', async () => {
    expect(await wrongFuses(program('01001100'), 'venue')).toEqual([])
    expect(await wrongFuses(program('01011100'), 'qa')).toEqual([])
    expect(await wrongFuses(program('01011100'), 'venue')).toEqual([
      'EnableNodeCliInspectArguments is on and must be off',
    ])
    expect(await wrongFuses(program('01001100'), 'qa')).toEqual([
      'EnableNodeCliInspectArguments is off and must be on',
    ])
  })

  it.each([0, 1, 2, 4, 5, 6, 7])('fuse %i is checked in both', async (index) => {
    for (const [variant, right] of [
      ['venue', '01001100'],
      ['qa', '01011100'],
    ] as const) {
      const wrong = [...right].map((fuse, at) => (at === index ? (fuse === '0' ? '1' : '0') : fuse)).join('')
      expect(await wrongFuses(program(wrong), variant)).toHaveLength(1)
    }
  })

  it('a fuse that this Electron does not have does not count as closed', async () => {
    expect(await wrongFuses(program('0100110'), 'venue')).toEqual([
      'GrantFileProtocolExtraPrivileges is unknown (NaN) and must be off',
    ])
  })
})

describe('the archive', () => {
  const good = [
    'package.json',
    'out/main/index.cjs',
    'out/main/chunks/services-AbC_1.cjs',
    'out/preload/index.cjs',
    'out/renderer/index.html',
    'out/renderer/home.pt_BR.html',
    'out/renderer/assets/main-x.js',
    'out/renderer/avatars/3.svg',
  ]
  const pack = async (names: string[]) => {
    for (const name of names) write(join('app', name))
    const archive = join(folder, 'app.asar')
    await createPackage(join(folder, 'app'), archive)
    return archive
  }

  it('may contain the bundles', async () => {
    expect(unexpectedFiles(await pack(good))).toEqual([])
  })

  const bad = [
    'src/main/index.ts',
    'tests/kiosk/window.spec.ts',
    'node_modules/ajv/package.json',
    'out/main/.vite/manifest.json',
    'out/main/index.cjs.map',
    'out/renderer/assets/main-x.js.map',
    'out/renderer/assets/money.test.js',
    'out/renderer/other.html',
    '.env',
  ]
  it('may contain nothing else', async () => {
    expect(unexpectedFiles(await pack([...good, ...bad])).sort()).toEqual([...bad].sort())
  })

  it('must contain the application', async () => {
    expect(unexpectedFiles(await pack(['package.json']))).toEqual(['out/main/index.cjs is missing'])
  })

  it('only a demonstration has a server beside it', () => {
    for (const name of ['app.asar', 'server/a', 'app/main.js']) write(join('resources', name))
    expect(unexpectedResources(join(folder, 'resources'), true)).toEqual(['app'])
    expect(unexpectedResources(join(folder, 'resources'), false).sort()).toEqual(['app', 'server'])
  })

  it('the server of a demonstration has every client, the back office too, with what its page loads', () => {
    for (const [client, root, path] of [
      ['dist-web', '', ''],
      ['dist-games', '/slots', ''],
      ['dist-office', '', ''],
      ['dist-sandbox', '', '/sandbox'],
    ] as const) {
      const [script, style] = [`${root}/assets/main-x.js`, `${root}/assets/main-x.css`]
      write(
        join('server', client, root, 'index.html'),
        `<script type="module" src="${path}${script}"></script><link rel="stylesheet" href="${path}${style}">`,
      )
      for (const file of [script, style]) write(join('server', client, file))
    }
    const missing = () => missingPages(join(folder, 'server'))
    expect(missing()).toEqual([])
    rmSync(join(folder, 'server/dist-office/assets/main-x.js'))
    expect(missing()).toEqual(['dist-office/assets/main-x.js'])
    rmSync(join(folder, 'server/dist-office'), { recursive: true })
    expect(missing()).toEqual(['dist-office/index.html'])
  })
})

it('the start of the main process counts every import except those known to load later', () => {
  const chunk = (imports: string[] = [], dynamicImports: string[] = []) => ({
    file: '',
    imports,
    dynamicImports,
  })
  const manifest = {
    'src/main/index.ts': {
      ...chunk(['_shared'], ['src/main/services.ts', 'src/main/embeddedServer.ts']),
      isEntry: true,
    },
    'src/main/services.ts': chunk(
      ['_schemas'],
      ['node_modules/socket.io-client/build/esm/index.js', 'src/main/new.ts'],
    ),
    'src/main/new.ts': chunk(),
    'src/main/embeddedServer.ts': chunk(['_heavy']),
    'node_modules/socket.io-client/build/esm/index.js': chunk(['_shared']),
    _shared: chunk(),
    _schemas: chunk(),
    _heavy: chunk(),
  }
  expect([...loadedAtStart(manifest)].sort()).toEqual(
    ['_schemas', '_shared', 'src/main/index.ts', 'src/main/new.ts', 'src/main/services.ts'].sort(),
  )
})
