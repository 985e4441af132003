/** The corner that the gesture is made in, in CSS pixels. */
const cornerSize = 80
const taps = 5
/** All of the taps, from the first press. */
const tapsWithinMs = 3_000
/** The press after the taps begins within this time and lasts that long. */
const holdWithinMs = 1_500
const holdMs = 1_200

/** What is used of a `PointerEvent`; these folders are compiled without the types of the DOM. */
interface Press {
  isPrimary: boolean
  clientX: number
  clientY: number
}

export interface PressTarget {
  addEventListener(type: string, listener: (event: Press) => void, options: { capture: true }): void
}

/**
 * Calls `onGesture` after five taps in the top left corner within three seconds, and a sixth press there that is held.
 * Touch and mouse alike. The page gets every event too.
 */
export function watchStaffGesture(target: PressTarget, onGesture: () => void): void {
  let presses: number[] = []
  let hold: ReturnType<typeof setTimeout> | undefined
  const letGo = () => {
    clearTimeout(hold)
    hold = undefined
  }
  const press = ({ isPrimary, clientX, clientY }: Press) => {
    letGo()
    if (!isPrimary || clientX > cornerSize || clientY > cornerSize) {
      presses = []
      return
    }
    const now = performance.now()
    const recent = presses.slice(-taps)
    const [first = now, last = now] = [recent[0], recent.at(-1)]
    if (recent.length === taps && last - first <= tapsWithinMs && now - last <= holdWithinMs) {
      presses = []
      hold = setTimeout(onGesture, holdMs)
      return
    }
    presses = [...recent, now]
  }
  target.addEventListener('pointerdown', press, { capture: true })
  for (const end of ['pointerup', 'pointercancel'] as const) {
    target.addEventListener(end, letGo, { capture: true })
  }
}
