import { EventEmitter } from 'node:events'
import type { Session } from 'electron'
import { beforeEach, expect, it, vi } from 'vitest'
import { denyPermissions } from '#main/security/permissions.ts'

class FakeSession extends EventEmitter {
  request:
    | ((contents: unknown, permission: string, callback: (ok: boolean) => void, details?: object) => void)
    | null = null
  check: ((contents: unknown, permission: string, origin?: string, details?: object) => boolean) | null = null
  device: (() => boolean) | null = null
  display: ((request: unknown, callback: (streams: object) => void) => void) | null = null
  setPermissionRequestHandler(handler: typeof this.request): void {
    this.request = handler
  }
  setPermissionCheckHandler(handler: typeof this.check): void {
    this.check = handler
  }
  setDevicePermissionHandler(handler: typeof this.device): void {
    this.device = handler
  }
  setDisplayMediaRequestHandler(handler: typeof this.display): void {
    this.display = handler
  }
}

let session: FakeSession

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  session = new FakeSession()
  denyPermissions(session as unknown as Session, {
    permissions: ['clipboard-sanitized-write'],
    mayUseCamera: (address) => address === 'app://palpite/identidade',
    mayDownload: (url) => url.startsWith('blob:app://palpite/'),
  })
})

it.each(['media', 'geolocation', 'notifications', 'clipboard-read', 'fullscreen', 'openExternal'])(
  'denies %s',
  (permission) => {
    const callback = vi.fn()
    session.request?.(null, permission, callback, { isMainFrame: true })
    expect(callback).toHaveBeenCalledExactlyOnceWith(false)
  },
)

it('grants the exceptions', () => {
  const callback = vi.fn()
  session.request?.(null, 'clipboard-sanitized-write', callback)
  expect(callback).toHaveBeenCalledExactlyOnceWith(true)
  expect(session.check?.(null, 'clipboard-sanitized-write')).toBe(true)
})

it('has no exceptions by default', () => {
  const plain = new FakeSession()
  denyPermissions(plain as unknown as Session)
  expect(plain.check?.(null, 'clipboard-sanitized-write')).toBe(false)
})

it('denies checks, devices and screens', () => {
  expect(session.check?.(null, 'clipboard-read')).toBe(false)
  expect(session.device?.()).toBe(false)
  const callback = vi.fn()
  session.display?.({}, callback)
  expect(callback).toHaveBeenCalledWith({})
})

it('downloads only what is allowed', () => {
  const download = (url: string) => {
    const event = { preventDefault: vi.fn() }
    session.emit('will-download', event, { getURL: () => url })
    return event.preventDefault.mock.calls.length === 0
  }
  expect(download('blob:app://palpite/1')).toBe(true)
  expect(download('https://evil.com/x.exe')).toBe(false)
})

/** Whether a page at this address sees through the camera, by both ways to ask. */
function seesAt(address: string, details: { isMainFrame?: boolean; types?: string[] } = {}): boolean[] {
  const { isMainFrame = true, types = ['video'] } = details
  const contents = { getURL: () => address }
  const callback = vi.fn()
  session.request?.(contents, 'media', callback, { isMainFrame, mediaTypes: types })
  const [granted] = callback.mock.calls[0] as [boolean]
  const checked = session.check?.(contents, 'media', 'app://palpite', { isMainFrame, mediaType: types[0] })
  return [granted, checked ?? false]
}

it('shows the camera to the page of the identity check, and to nothing else', () => {
  const page = 'app://palpite/identidade'
  expect(seesAt(page)).toEqual([true, true])
  expect(seesAt('app://palpite/home')).toEqual([false, false])
  expect(seesAt('https://games.example/identidade')).toEqual([false, false])
  expect(seesAt(page, { isMainFrame: false })).toEqual([false, false])
  expect(seesAt(page, { types: ['audio'] })).toEqual([false, false])
  // Both at once are not the camera alone.
  expect(seesAt(page, { types: ['audio', 'video'] })[0]).toBe(false)
})

it('shows the camera to no page by default', () => {
  const plain = new FakeSession()
  denyPermissions(plain as unknown as Session)
  const details = { isMainFrame: true, mediaType: 'video' }
  expect(plain.check?.({ getURL: () => 'app://palpite/identidade' }, 'media', 'app://palpite', details)).toBe(
    false,
  )
})
