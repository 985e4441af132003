import { EventEmitter } from 'node:events'
import type { App, WebContents } from 'electron'
import { beforeEach, expect, it, vi } from 'vitest'
import { allowNavigation, lockNavigation } from '#main/security/navigation.ts'

class Contents extends EventEmitter {
  openHandler: ((details: { url: string }) => { action: string }) | undefined
  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
    this.openHandler = handler
  }
}

function navigation(url: string, isMainFrame = true) {
  return { url, isMainFrame, preventDefault: vi.fn() }
}

let app: EventEmitter
let contents: Contents

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  app = new EventEmitter()
  contents = new Contents()
  lockNavigation(app as unknown as App)
  app.emit('web-contents-created', {}, contents)
})

it.each(['will-frame-navigate', 'will-redirect'])(
  '%s: nothing is allowed until a window allows it',
  (name) => {
    const event = navigation('app://palpite/home')
    contents.emit(name, event)
    expect(event.preventDefault).toHaveBeenCalledOnce()
  },
)

it.each(['will-frame-navigate', 'will-redirect'])('%s: the policy decides for each frame', (name) => {
  allowNavigation(contents as unknown as WebContents, (url, isMain) =>
    isMain ? url.startsWith('app://palpite/') : url.startsWith('https://games.example/'),
  )
  const cases: [string, boolean, boolean][] = [
    ['app://palpite/vip', true, true],
    ['https://games.example/1', false, true],
    ['https://games.example/1', true, false],
    ['app://palpite/vip', false, false],
    ['https://evil.com/', true, false],
    ['https://evil.com/', false, false],
  ]
  for (const [url, isMainFrame, allowed] of cases) {
    const event = navigation(url, isMainFrame)
    contents.emit(name, event)
    expect(event.preventDefault, `${url} ${String(isMainFrame)}`).toHaveBeenCalledTimes(allowed ? 0 : 1)
  }
})

it('denies every new window', () => {
  expect(contents.openHandler?.({ url: 'app://palpite/home' })).toEqual({ action: 'deny' })
  expect(contents.openHandler?.({ url: 'https://evil.com/' })).toEqual({ action: 'deny' })
})

it('attaches no webview', () => {
  const event = { preventDefault: vi.fn() }
  contents.emit('will-attach-webview', event)
  expect(event.preventDefault).toHaveBeenCalledOnce()
})

it('chooses no Bluetooth device and sends no client certificate', () => {
  const event = { preventDefault: vi.fn() }
  const choose = vi.fn()
  contents.emit('select-bluetooth-device', event, [{ deviceId: '1' }], choose)
  expect(choose).toHaveBeenCalledWith('')
  const send = vi.fn()
  app.emit('select-client-certificate', event, contents, 'https://x', [{}], send)
  expect(send).toHaveBeenCalledWith()
  expect(event.preventDefault).toHaveBeenCalledTimes(2)
})

it('logs no query strings', () => {
  contents.emit('will-frame-navigate', navigation('https://evil.com/?ticket=secret'))
  expect(JSON.stringify(vi.mocked(console.warn).mock.calls)).not.toContain('secret')
})
