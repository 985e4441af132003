/** The part of the package `x11` that these tests use; it ships no types. */
declare module 'x11' {
  import type { EventEmitter } from 'node:events'

  type Callback<Result> = (error: Error | null, result: Result) => void

  interface XEvent {
    name: string
    wid: number
    x: number
    y: number
    width: number
    height: number
    mask: number
    message_type: number
    data: number[]
    requestor: number
    property: number
    keycode: number
    buttons: number
  }

  interface XTest {
    readonly KeyPress: number
    readonly KeyRelease: number
    readonly ButtonPress: number
    readonly ButtonRelease: number
    readonly MotionNotify: number
    FakeInput(type: number, detail: number, time: number, window: number, x: number, y: number): void
  }

  interface Geometry {
    xPos: number
    yPos: number
    width: number
    height: number
  }

  interface X extends EventEmitter {
    /** Numbers of the names that InternAtom has asked for. */
    atoms: Record<string, number>
    require(extension: 'xtest', callback: Callback<XTest>): void
    AllocID(): number
    CreateWindow(
      id: number,
      parent: number,
      x: number,
      y: number,
      width: number,
      height: number,
      borderWidth?: number,
      depth?: number,
      kind?: number,
      visual?: number,
      values?: { backgroundPixel: number },
    ): void
    ChangeWindowAttributes(window: number, values: { eventMask: number }, callback?: Callback<void>): void
    GetWindowAttributes(
      window: number,
      callback: Callback<{ mapState: number; overrideRedirect: number }>,
    ): void
    GetGeometry(window: number, callback: Callback<Geometry>): void
    QueryTree(window: number, callback: Callback<{ children: number[] }>): void
    InternAtom(onlyIfExists: boolean, name: string, callback: Callback<number>): void
    GetProperty(
      deleteIt: number,
      window: number,
      property: number,
      type: number,
      offset: number,
      length: number,
      callback: Callback<{ data: Buffer; type: number }>,
    ): void
    ChangeProperty(
      mode: number,
      window: number,
      property: number,
      type: number,
      bitsPerUnit: number,
      data: Buffer,
    ): void
    DeleteProperty(window: number, property: number): void
    ConvertSelection(window: number, selection: number, target: number, property: number): void
    SetSelectionOwner(owner: number, selection: number): void
    SendEvent(destination: number, propagate: boolean, eventMask: number, event: Buffer): void
    MapWindow(window: number): void
    UnmapWindow(window: number): void
    RaiseWindow(window: number): void
    ConfigureWindow(window: number, values: Partial<Record<'x' | 'y' | 'width' | 'height', number>>): void
    SetInputFocus(window: number, revertTo: number): void
    GetImage(
      format: number,
      drawable: number,
      x: number,
      y: number,
      width: number,
      height: number,
      planes: number,
      callback: Callback<{ data: Buffer }>,
    ): void
    GetKeyboardMapping(first: number, count: number, callback: Callback<number[][]>): void
    GrabKey(
      window: number,
      ownerEvents: number,
      modifiers: number,
      keycode: number,
      pointerMode: number,
      keyboardMode: number,
    ): void
    terminate(): void
  }

  interface Display {
    client: X
    screen: { root: number; pixel_width: number; pixel_height: number }[]
    min_keycode: number
    max_keycode: number
  }

  const x11: {
    createClient(options: { display: string }, callback: Callback<Display>): X
    eventMask: Record<'SubstructureRedirect' | 'SubstructureNotify' | 'PropertyChange', number>
  }
  export default x11
  export type { Display, X, XEvent, XTest }
}
