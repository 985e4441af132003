import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { launchWindow } from '#qa/hosts/launchWindow.ts'
import { PlayerClient } from '#qa/PlayerClient.ts'
import { userCalls } from '#qa/calls.ts'

/** Which of the kit's options is wrong is said before Playwright waits for a window or a page. */
const serverUrl = 'http://127.0.0.1:9'
const options = {
  host: 'packaged',
  electronPath: undefined,
  productPath: '.',
  packagedPath: process.execPath,
  noSandbox: true,
  serverUrl,
} as const

afterEach(() => void vi.unstubAllEnvs())

it('a window without a program', async () => {
  const packagedPath = join(import.meta.dirname, 'no-such-program')
  expect(existsSync(packagedPath)).toBe(false)
  await expect(launchWindow({ ...options, packagedPath })).rejects.toThrow(
    `no ${packagedPath}: npm run package:qa makes it`,
  )
  await expect(launchWindow({ ...options, packagedPath: undefined })).rejects.toThrow(
    'the option packagedPath is missing',
  )
})

it.runIf(process.platform === 'linux')('a window without a display', async () => {
  vi.stubEnv('DISPLAY', '')
  vi.stubEnv('WAYLAND_DISPLAY', '')
  await expect(launchWindow(options)).rejects.toThrow('there is no display: run the tests under xvfb-run -a')
})

it('a server that does not answer', async () => {
  const balance = new PlayerClient(serverUrl).call(userCalls.getBalance, { query: {} })
  await expect(balance).rejects.toThrow(`no answer from ${serverUrl} (option serverUrl)`)
})
