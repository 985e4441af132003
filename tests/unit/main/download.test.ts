import type { BrowserWindow } from 'electron'
import { expect, it, vi } from 'vitest'
import { downloadExport, isExportFile } from '#main/download.ts'

const serverUrl = 'https://palpite.example'
const path = `/api/app/exportFile/${'a'.repeat(43)}`
const former = `/api/app/exports/file/${'a'.repeat(43)}`

function setUp() {
  const downloadURL = vi.fn()
  return { downloadURL, window: { webContents: { downloadURL } } as unknown as BrowserWindow }
}

it('lets Chromium download a finished file of the configured server', () => {
  const { downloadURL, window } = setUp()
  for (const each of [path, former])
    expect(downloadExport(each, { serverUrl, kiosk: false }, window)).toBe(true)
  expect(downloadURL.mock.calls).toEqual([[`${serverUrl}${path}`], [`${serverUrl}${former}`]])
})

it('downloads nothing in a kiosk, without a window, or from another address', () => {
  const { downloadURL, window } = setUp()
  expect(downloadExport(path, { serverUrl, kiosk: true }, window)).toBe(false)
  expect(downloadExport(path, { serverUrl, kiosk: false }, null)).toBe(false)
  for (const other of ['/api/app/user/userInfo', `//elsewhere.example${path}`, '/api/app/exportFile/../x']) {
    expect(downloadExport(other, { serverUrl, kiosk: false }, window)).toBe(false)
  }
  expect(downloadURL).not.toHaveBeenCalled()
  expect(isExportFile(`https://elsewhere.example${path}`, { serverUrl })).toBe(false)
})
