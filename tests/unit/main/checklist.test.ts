/** The items of Electron's security checklist that are settled in files and not by running code. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

function sources(folder: string): [file: string, text: string][] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [file, readFileSync(file, 'utf8')])
}

const code = [...sources('src/main'), ...sources('src/preload')]

it('every fuse of the package is set', () => {
  const text = readFileSync('electron-builder.yml', 'utf8')
  const fuses = /electronFuses:\n((?: {2}.+\n)+)/.exec(text)?.[1] ?? ''
  const values = Object.fromEntries(
    fuses
      .trim()
      .split('\n')
      .map((line): [string, string] => {
        const [name = '', value = ''] = line.trim().split(': ')
        return [name, value]
      }),
  )
  expect(values).toEqual({
    runAsNode: 'false',
    enableCookieEncryption: 'true',
    enableNodeOptionsEnvironmentVariable: 'false',
    enableNodeCliInspectArguments: 'false',
    enableEmbeddedAsarIntegrityValidation: 'true',
    onlyLoadAppFromAsar: 'true',
    loadBrowserProcessSpecificV8Snapshot: 'false',
    grantFileProtocolExtraPrivileges: 'false',
  })
})

it('nothing is opened in other applications', () => {
  expect(code.filter(([, text]) => /openExternal|openPath|showItemInFolder/.test(text))).toEqual([])
})

it('nothing is loaded from file:// and nothing is interpreted', () => {
  const found = code.filter(([, text]) =>
    /loadFile\(|['"`]file:|executeJavaScript|\beval\(|new Function|Runtime\.evaluate|addScriptTo/.test(text),
  )
  // Their scripts are constants: a style sheet for frames, a question whether the page still runs, and which field has the focus.
  expect(found.map(([file]) => file)).toEqual([
    join('src', 'main', 'frames', 'FieldWatch.ts'),
    join('src', 'main', 'kiosk', 'hideCursor.ts'),
    join('src', 'main', 'recovery', 'keepPageAlive.ts'),
  ])
})

it('only ipc.ts uses ipcMain, and only the preload scripts use ipcRenderer', () => {
  const users = (name: string) => code.filter(([, text]) => text.includes(name)).map(([file]) => file)
  expect(users('ipcMain')).toEqual([join('src', 'main', 'ipc.ts')])
  expect(users('ipcRenderer').sort()).toEqual([
    join('src', 'preload', 'index.ts'),
    join('src', 'preload', 'paymentBar.ts'),
    join('src', 'preload', 'staff.ts'),
  ])
})

it('the version of Electron is supported', () => {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    devDependencies: Record<string, string>
  }
  expect(Number.parseInt(devDependencies['electron'] ?? '0', 10)).toBeGreaterThanOrEqual(43)
})
