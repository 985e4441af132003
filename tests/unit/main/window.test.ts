import { EventEmitter } from 'node:events'
import type { Session as PageSession } from 'electron'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { MainWindowOptions } from '#main/window.ts'

const created = vi.hoisted(() => ({ windows: [] as unknown[], policies: [] as unknown[] }))
const guarded = vi.hoisted(() => {
  let resolve = (): void => undefined
  const promise = new Promise<void>((done) => (resolve = done))
  return { promise, resolve: () => resolve() }
})
vi.mock('electron', () => ({
  BrowserWindow: class extends EventEmitter {
    webContents = Object.assign(new EventEmitter(), {
      setWindowOpenHandler: vi.fn(),
      setZoomFactor: vi.fn(),
      setVisualZoomLevelLimits: vi.fn(() => Promise.resolve()),
    })
    show = vi.fn()
    constructor(readonly options: Record<string, unknown>) {
      super()
      created.windows.push(this)
    }
  },
}))
vi.mock('#main/frames/guardFrames.ts', () => ({ guardFrames: () => guarded.promise }))
vi.mock('#main/recovery/keepPageAlive.ts', () => ({ keepPageAlive: () => undefined }))
vi.mock('#main/security/navigation.ts', () => ({
  allowNavigation: (_contents: unknown, policy: unknown) => created.policies.push(policy),
}))

const { createMainWindow } = await import('#main/window.ts')

interface Made extends EventEmitter {
  options: Record<string, unknown> & { webPreferences: Record<string, unknown> }
  show: ReturnType<typeof vi.fn>
  webContents: EventEmitter & {
    setZoomFactor: ReturnType<typeof vi.fn>
    setVisualZoomLevelLimits: ReturnType<typeof vi.fn>
  }
}

const options = {
  packaged: true,
  config: { display: 0, scale: 'fit' as const, hideCursor: true, language: 'en_US' as const },
  kiosk: null as MainWindowOptions['kiosk'],
  pages: {} as PageSession,
  frameOrigins: () => ['https://games.example'],
  origin: 'app://palpite',
  onFrameExit: () => undefined,
  onFrameField: () => undefined,
  isInFrame: () => false,
  onScan: () => undefined,
}

// The kiosk's window is tested with the packed application (tests/kiosk).
const kiosk = {
  kioskWindowOptions: () => ({}),
  keepKioskWindow: () => undefined,
  catchScans: () => undefined,
  hideCursor: () => undefined,
} as unknown as MainWindowOptions['kiosk']

beforeEach(() => {
  created.windows = []
  created.policies = []
})

function create(changes: Partial<typeof options> = {}): Made {
  createMainWindow({ ...options, ...changes })
  return created.windows[0] as Made
}

describe('the main window', () => {
  it('is sandboxed, isolated, without Node', () => {
    expect(create().options.webPreferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
    })
  })

  it('turns on nothing experimental', () => {
    const { webPreferences } = create().options
    expect(webPreferences['experimentalFeatures']).toBeUndefined()
    expect(webPreferences['enableBlinkFeatures']).toBeUndefined()
  })

  it('opens no dropped file', () => {
    expect(create().options.webPreferences['navigateOnDragDrop']).toBe(false)
  })

  it('has developer tools only in development', () => {
    expect(create().options.webPreferences['devTools']).toBe(false)
    created.windows = []
    expect(create({ packaged: false }).options.webPreferences['devTools']).toBe(true)
  })

  it('has the size of a phone', () => {
    expect(create().options).toMatchObject({ width: 393, height: 852, useContentSize: true })
  })

  it('is shown once painted, dark before that', () => {
    const window = create()
    expect(window.options).toMatchObject({ show: false, backgroundColor: '#07141a' })
    expect(window.show).not.toHaveBeenCalled()
    window.emit('ready-to-show')
    expect(window.show).toHaveBeenCalledOnce()
  })

  it('shows our pages, and the configured ones in frames', () => {
    create()
    const [mayShow] = created.policies as ((url: string, isMain: boolean) => boolean)[]
    expect(mayShow?.('app://palpite/vip', true)).toBe(true)
    expect(mayShow?.('https://games.example/1', false)).toBe(true)
    expect(mayShow?.('https://games.example/1', true)).toBe(false)
    expect(mayShow?.('https://evil.com/', true)).toBe(false)
    expect(mayShow?.('https://evil.com/', false)).toBe(false)
    expect(mayShow?.('file:///etc/passwd', true)).toBe(false)
  })

  it('is led nowhere by a game that leaves in the whole window: its page is told', () => {
    const onFrameExit = vi.fn()
    create({ onFrameExit })
    const [mayShow] = created.policies as ((url: string, isMain: boolean) => boolean)[]
    expect(mayShow?.('https://games.example/exit/', true)).toBe(false)
    expect(onFrameExit).toHaveBeenCalledOnce()
    for (const [address, isMain] of [
      ['https://games.example/exit/', false],
      ['https://games.example/other', true],
      ['https://evil.com/exit/', true],
      ['app://palpite/exit/', true],
    ] as const)
      mayShow?.(address, isMain)
    expect(onFrameExit).toHaveBeenCalledOnce()
  })

  it('shows no frame on a kiosk before it is guarded', async () => {
    create({ kiosk })
    const [mayShow] = created.policies as ((url: string, isMain: boolean) => boolean)[]
    expect(mayShow?.('https://games.example/1', false)).toBe(false)
    expect(mayShow?.('app://palpite/vip', true)).toBe(true)
    guarded.resolve()
    await vi.waitFor(() => expect(mayShow?.('https://games.example/1', false)).toBe(true))
  })

  it('does not zoom', () => {
    const { webContents } = create()
    webContents.emit('dom-ready')
    expect(webContents.setVisualZoomLevelLimits).toHaveBeenCalledWith(1, 1)
    webContents.setZoomFactor.mockClear()
    webContents.emit('zoom-changed', {}, 'in')
    expect(webContents.setZoomFactor).toHaveBeenCalledWith(1)
  })
})
