import x11, { type XEvent } from 'x11'
import { call, connect, internAtom } from './Desktop.ts'
import { keysyms } from './keysyms.ts'

export interface WindowManager {
  stop(): void
}

const clientMessage = 33
const altMask = 8
const asynchronous = 1

/**
 * A small window manager as venues may have one: it places and focuses windows, gives them the size they ask for,
 * makes them full screen, and knows the two shortcuts that a bored customer tries: Alt+F4 asks the focused window to
 * close, Alt+F9 minimises it.
 */
export async function startWindowManager(name: string): Promise<WindowManager> {
  const display = await connect(name)
  const x = display.client
  const screen = display.screen[0]
  if (!screen) throw new Error('no screen')
  const { root, pixel_width: width, pixel_height: height } = screen
  const atomNames = [
    'WM_PROTOCOLS',
    'WM_DELETE_WINDOW',
    'WM_STATE',
    'ATOM',
    'WINDOW',
    '_NET_WM_STATE',
    '_NET_WM_STATE_FULLSCREEN',
    '_NET_WM_STATE_ABOVE',
    '_NET_WM_STATE_HIDDEN',
    '_NET_SUPPORTED',
    '_NET_SUPPORTING_WM_CHECK',
    '_NET_ACTIVE_WINDOW',
    'WM_CHANGE_STATE',
  ] as const
  type AtomName = (typeof atomNames)[number]
  const atoms = {} as Record<AtomName, number>
  for (const atom of atomNames) atoms[atom] = await internAtom(x, atom)

  await call<void>((done) =>
    x.ChangeWindowAttributes(
      root,
      { eventMask: x11.eventMask.SubstructureRedirect | x11.eventMask.SubstructureNotify },
      done,
    ),
  )
  announce()
  const windows = new Map<number, { states: Set<number>; restore: Size | null }>()
  interface Size {
    x: number
    y: number
    width: number
    height: number
  }
  let focused = 0
  const shortcuts = await grabShortcuts()
  x.on('event', handle)
  return {
    stop() {
      x.off('event', handle)
      x.terminate()
    },
  }

  /** Without these properties Chromium assumes that there is no window manager. */
  function announce(): void {
    const check = x.AllocID()
    x.CreateWindow(check, root, -1, -1, 1, 1)
    for (const window of [root, check]) {
      setNumbers(window, '_NET_SUPPORTING_WM_CHECK', 'WINDOW', [check])
    }
    setNumbers(root, '_NET_SUPPORTED', 'ATOM', [
      atoms._NET_WM_STATE,
      atoms._NET_WM_STATE_FULLSCREEN,
      atoms._NET_WM_STATE_ABOVE,
      atoms._NET_WM_STATE_HIDDEN,
      atoms._NET_ACTIVE_WINDOW,
    ])
  }

  async function grabShortcuts(): Promise<Map<number, (window: number) => void>> {
    const mapping = await call<number[][]>((done) =>
      x.GetKeyboardMapping(display.min_keycode, display.max_keycode - display.min_keycode + 1, done),
    )
    const keycodeOf = (key: string) =>
      display.min_keycode + mapping.findIndex((symbols) => symbols.includes(keysyms[key] ?? -1))
    const found = new Map([
      [keycodeOf('F4'), askToClose],
      [keycodeOf('F9'), minimise],
    ])
    for (const keycode of found.keys()) x.GrabKey(root, 0, altMask, keycode, asynchronous, asynchronous)
    return found
  }

  function handle(event: XEvent): void {
    if (event.name === 'MapRequest') show(event.wid)
    if (event.name === 'ConfigureRequest') configure(event)
    if (event.name === 'ClientMessage') obey(event)
    if (event.name === 'KeyPress') shortcuts.get(event.keycode)?.(focused)
    if (event.name === 'DestroyNotify' || event.name === 'UnmapNotify') forget(event)
  }

  function show(window: number): void {
    windows.set(window, windows.get(window) ?? { states: new Set(), restore: null })
    setNumbers(window, 'WM_STATE', 'WM_STATE', [1, 0])
    // No longer hidden.
    setNumbers(window, '_NET_WM_STATE', 'ATOM', [...(windows.get(window)?.states ?? [])])
    x.MapWindow(window)
    focus(window)
  }

  function focus(window: number): void {
    focused = window
    x.RaiseWindow(window)
    x.SetInputFocus(window, 1)
    setNumbers(root, '_NET_ACTIVE_WINDOW', 'WINDOW', [window])
  }

  /** A full-screen window keeps its size. */
  function configure({ wid, mask, ...wanted }: XEvent): void {
    if (windows.get(wid)?.states.has(atoms._NET_WM_STATE_FULLSCREEN)) return
    const values: Partial<Size> = {}
    if (mask & 1) values.x = wanted.x
    if (mask & 2) values.y = wanted.y
    if (mask & 4) values.width = wanted.width
    if (mask & 8) values.height = wanted.height
    if (Object.keys(values).length > 0) x.ConfigureWindow(wid, values)
  }

  function obey({ wid, message_type: type, data }: XEvent): void {
    if (type === atoms._NET_ACTIVE_WINDOW) show(wid)
    if (type === atoms.WM_CHANGE_STATE && data[0] === 3) minimise(wid)
    if (type === atoms._NET_WM_STATE) {
      for (const state of [data[1], data[2]]) if (state) changeState(wid, state, data[0] ?? 0).catch(fail)
    }
  }

  /** `action`: 0 removes, 1 adds, 2 toggles. */
  async function changeState(window: number, state: number, action: number): Promise<void> {
    const known = windows.get(window) ?? { states: new Set<number>(), restore: null }
    windows.set(window, known)
    const isOn = action === 2 ? !known.states.has(state) : action === 1
    if (isOn) known.states.add(state)
    else known.states.delete(state)
    setNumbers(window, '_NET_WM_STATE', 'ATOM', [...known.states])
    if (state !== atoms._NET_WM_STATE_FULLSCREEN) return
    if (isOn) {
      const {
        xPos,
        yPos,
        width: w,
        height: h,
      } = await call<{
        xPos: number
        yPos: number
        width: number
        height: number
      }>((done) => x.GetGeometry(window, done))
      known.restore = { x: xPos, y: yPos, width: w, height: h }
      x.ConfigureWindow(window, { x: 0, y: 0, width, height })
    } else if (known.restore) {
      x.ConfigureWindow(window, known.restore)
    }
  }

  function askToClose(window: number): void {
    const message = Buffer.alloc(32)
    message[0] = clientMessage
    message[1] = 32
    message.writeUInt32LE(window, 4)
    message.writeUInt32LE(atoms.WM_PROTOCOLS, 8)
    message.writeUInt32LE(atoms.WM_DELETE_WINDOW, 12)
    x.SendEvent(window, false, 0, message)
  }

  function minimise(window: number): void {
    setNumbers(window, 'WM_STATE', 'WM_STATE', [3, 0])
    setNumbers(window, '_NET_WM_STATE', 'ATOM', [
      ...(windows.get(window)?.states ?? []),
      atoms._NET_WM_STATE_HIDDEN,
    ])
    x.UnmapWindow(window)
  }

  function forget({ wid, name: event }: XEvent): void {
    if (event === 'DestroyNotify') windows.delete(wid)
  }

  function setNumbers(window: number, property: AtomName, type: AtomName, values: number[]): void {
    const data = Buffer.alloc(values.length * 4)
    values.forEach((value, index) => data.writeUInt32LE(value, index * 4))
    x.ChangeProperty(0, window, atoms[property], atoms[type], 32, data)
  }

  function fail(error: unknown): void {
    console.error('window manager', error)
  }
}
