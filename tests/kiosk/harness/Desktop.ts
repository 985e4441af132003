import { PNG } from 'pngjs'
import x11, { type Display, type X, type XEvent, type XTest } from 'x11'
import { keysyms } from './keysyms.ts'

export interface Bounds {
  x: number
  y: number
  width: number
  height: number
}

export interface DesktopWindow extends Bounds {
  id: number
  title: string
}

const viewable = 2
const anyType = 0
const zPixmap = 2

/**
 * What stands in front of a terminal: its windows and pixels as the X server has them, and a keyboard and a mouse
 * (XTEST) that no program can tell from real ones.
 */
export class Desktop {
  readonly #x: X
  readonly #test: XTest
  readonly #keycodes: ReadonlyMap<number, { keycode: number; needsShift: boolean }>
  readonly #atoms = new Map<string, number>()
  readonly root: number
  readonly width: number
  readonly height: number

  private constructor(
    readonly name: string,
    display: Display,
    test: XTest,
    mapping: number[][],
  ) {
    const screen = display.screen[0]
    if (!screen) throw new Error('no screen')
    this.#x = display.client
    this.#test = test
    this.root = screen.root
    this.width = screen.pixel_width
    this.height = screen.pixel_height
    const keycodes = new Map<number, { keycode: number; needsShift: boolean }>()
    // The plain keys first: some symbols, Alt among them, are also on a key that needs Shift.
    for (const column of [0, 1]) {
      mapping.forEach((symbols, index) => {
        const symbol = symbols[column]
        if (!symbol || keycodes.has(symbol)) return
        keycodes.set(symbol, { keycode: display.min_keycode + index, needsShift: column === 1 })
      })
    }
    this.#keycodes = keycodes
  }

  static async open(name: string): Promise<Desktop> {
    const display = await connect(name)
    const { client, min_keycode: first, max_keycode: last } = display
    const test = await call<XTest>((done) => client.require('xtest', done))
    const mapping = await call<number[][]>((done) => client.GetKeyboardMapping(first, last - first + 1, done))
    const desktop = new Desktop(name, display, test, mapping)
    for (const atom of ['_NET_WM_NAME', 'CLIPBOARD', 'PRIMARY', 'UTF8_STRING', 'PALPITE_TEST']) {
      desktop.#atoms.set(atom, await internAtom(client, atom))
    }
    return desktop
  }

  close(): void {
    this.#x.terminate()
  }

  /** Every window that is on the screen, the topmost last. */
  async windows(): Promise<DesktopWindow[]> {
    const { children } = await call<{ children: number[] }>((done) => this.#x.QueryTree(this.root, done))
    const windows = await Promise.all(children.map((id) => this.#describe(id)))
    return windows.filter((window) => window !== null)
  }

  /** Opens a window of another program, of one colour, and returns once it is on the screen, if under others. */
  async openWindow(colour: number): Promise<void> {
    const id = this.#x.AllocID()
    this.#x.CreateWindow(id, this.root, 0, 0, this.width, this.height, 0, 0, 0, 0, {
      backgroundPixel: colour,
    })
    this.#x.MapWindow(id)
    for (;;) {
      const { mapState } = await call<{ mapState: number }>((done) => this.#x.GetWindowAttributes(id, done))
      if (mapState === viewable) return
    }
  }

  /** A number that a window manager keeps on the root window, such as `_NET_CURRENT_DESKTOP`; undefined: it has none. */
  async rootNumber(name: string): Promise<number | undefined> {
    const atom = await internAtom(this.#x, name)
    const { data } = await call<{ data: Buffer }>((done) =>
      this.#x.GetProperty(0, this.root, atom, anyType, 0, 1, done),
    )
    return data.length < 4 ? undefined : data.readUInt32LE(0)
  }

  /** Moves a window, or changes its size, as a window manager would. */
  place(window: DesktopWindow, bounds: Bounds): void {
    this.#x.ConfigureWindow(window.id, bounds)
  }

  /** The pixels of the screen, 4 bytes each. */
  async picture(): Promise<PNG> {
    const { data } = await call<{ data: Buffer }>((done) =>
      this.#x.GetImage(zPixmap, this.root, 0, 0, this.width, this.height, 0xffffffff, done),
    )
    const png = new PNG({ width: this.width, height: this.height })
    for (let at = 0; at < this.width * this.height * 4; at += 4) {
      // The server has blue first.
      png.data[at] = data[at + 2] ?? 0
      png.data[at + 1] = data[at + 1] ?? 0
      png.data[at + 2] = data[at] ?? 0
      png.data[at + 3] = 255
    }
    return png
  }

  /** Presses the keys in order, then releases them: `press('Alt', 'F4')`. A key is a name or one character. */
  press(...keys: string[]): void {
    const pressed = keys.flatMap((key) => this.#keyOf(key))
    for (const keycode of pressed) this.#fake(this.#test.KeyPress, keycode)
    for (const keycode of pressed.reverse()) this.#fake(this.#test.KeyRelease, keycode)
  }

  type(text: string): void {
    for (const character of text) this.press(character)
  }

  moveTo(x: number, y: number): void {
    this.#test.FakeInput(this.#test.MotionNotify, 0, 0, this.root, x, y)
  }

  click(x: number, y: number, button = 1): void {
    this.moveTo(x, y)
    this.#fake(this.#test.ButtonPress, button)
    this.#fake(this.#test.ButtonRelease, button)
  }

  /** Presses the mouse button and leaves it pressed. */
  hold(x: number, y: number): void {
    this.moveTo(x, y)
    this.#fake(this.#test.ButtonPress, 1)
  }

  letGo(): void {
    this.#fake(this.#test.ButtonRelease, 1)
  }

  /** The text that a paste (`CLIPBOARD`) or the middle button (`PRIMARY`) would insert; null: nothing. */
  async selection(name: 'CLIPBOARD' | 'PRIMARY'): Promise<string | null> {
    const [selection, target, property] = [name, 'UTF8_STRING', 'PALPITE_TEST'].map((atom) =>
      this.#atom(atom),
    )
    const window = this.#x.AllocID()
    this.#x.CreateWindow(window, this.root, 0, 0, 1, 1)
    const answered = new Promise<XEvent>((resolve) => {
      const receive = (event: XEvent) => {
        if (event.name !== 'SelectionNotify' || event.requestor !== window) return
        this.#x.off('event', receive)
        resolve(event)
      }
      this.#x.on('event', receive)
    })
    this.#x.ConvertSelection(window, selection ?? 0, target ?? 0, property ?? 0)
    const { property: filled } = await answered
    if (filled === 0) return null
    const { data } = await call<{ data: Buffer }>((done) =>
      this.#x.GetProperty(0, window, filled, anyType, 0, 1 << 20, done),
    )
    return data.toString('utf8')
  }

  async #describe(id: number): Promise<DesktopWindow | null> {
    try {
      const [attributes, geometry, name] = await Promise.all([
        call<{ mapState: number }>((done) => this.#x.GetWindowAttributes(id, done)),
        call<{ xPos: number; yPos: number; width: number; height: number }>((done) =>
          this.#x.GetGeometry(id, done),
        ),
        this.#title(id),
      ])
      if (attributes.mapState !== viewable) return null
      const { xPos, yPos, width, height } = geometry
      return { id, title: name, x: xPos, y: yPos, width, height }
    } catch (error) {
      // It was closed between the two questions.
      if (error instanceof Error) return null
      throw error
    }
  }

  async #title(id: number): Promise<string> {
    const atom = this.#atom('_NET_WM_NAME')
    const { data } = await call<{ data: Buffer }>((done) =>
      this.#x.GetProperty(0, id, atom, anyType, 0, 256, done),
    )
    return data.toString('utf8')
  }

  #atom(name: string): number {
    const atom = this.#atoms.get(name)
    if (atom === undefined) throw new Error(`the atom ${name} is not interned`)
    return atom
  }

  #keyOf(key: string): number[] {
    const symbol = keysyms[key] ?? key.codePointAt(0) ?? 0
    const found = this.#keycodes.get(symbol)
    if (!found) throw new Error(`the keyboard has no key ${key}`)
    return found.needsShift ? [...this.#keyOf('Shift'), found.keycode] : [found.keycode]
  }

  #fake(type: number, detail: number): void {
    this.#test.FakeInput(type, detail, 0, this.root, 0, 0)
  }
}

export async function connect(name: string): Promise<Display> {
  const display = await call<Display>((done) => x11.createClient({ display: name }, done))
  // The package keeps one table for all connections, but every server numbers its atoms in its own way.
  display.client.atoms = { ...display.client.atoms }
  // Errors of requests about windows that are gone; those with a callback reject there.
  display.client.on('error', (error: Error) => {
    if (/Bad (window|match|drawable)/i.test(error.message)) return
    throw new Error(`X server: ${JSON.stringify(error)}`, { cause: error })
  })
  return display
}

export function internAtom(x: X, name: string): Promise<number> {
  return call<number>((done) => x.InternAtom(false, name, done))
}

export function call<Result>(
  start: (done: (error: Error | null, result: Result) => void) => void,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    start((error, result) => (error ? reject(error) : resolve(result)))
  })
}
