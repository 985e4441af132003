/** A browser of another engine than the other suites', driven by the standard interface that it has. */
export interface Engine {
  goto(url: string): Promise<void>
  url(): Promise<string>
  /** What the body of a function returns in the page, or in the frame that was entered. `args` are JSON. */
  run<Result>(body: string, ...args: unknown[]): Promise<Result>
  /** Like `run`, for a body that returns an element or null. */
  pick(body: string, ...args: unknown[]): Promise<EngineElement | null>
  /** Presses keys as a keyboard does; what has the focus gets them. */
  press(key: Key): Promise<void>
  type(text: string): Promise<void>
  /** Presses Ctrl+V. */
  paste(): Promise<void>
  /** Until `leave`, `run` and `pick` happen in this iframe. */
  enter(frame: EngineElement): Promise<void>
  leave(): Promise<void>
  /** PNG. */
  screenshot(): Promise<Uint8Array>
  close(): Promise<void>
}

export interface EngineElement {
  /** With a pointer, so that what lies over the element gets it. */
  click(): Promise<void>
}

export type Key = 'Tab' | 'Enter' | 'Escape' | 'ArrowRight' | 'Backspace'

/** The size of the product's phone, in CSS pixels. */
export const phone = { width: 393, height: 852 }

/** `body` as an expression with its arguments. */
export function callOf(body: string, args: readonly unknown[]): string {
  return `(function () { ${body} }).apply(window, ${JSON.stringify(args)})`
}
