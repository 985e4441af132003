/** What is used of an AudioContext and of a page. */
interface Audio {
  readonly state: string
  resume(): Promise<void>
}
interface Presses {
  addEventListener(type: string, listener: () => void, options: { once: true; capture: true }): void
}

/** What browsers take for a press. */
const presses = ['touchend', 'click', 'keydown']
const waiting = new WeakSet<Audio>()

/**
 * Lets a context be heard again that the browser has silenced: `suspended` before the first press, `interrupted` on iOS
 * after a call or a locked screen. It does so now, which browsers may allow in a press only, and at the next press.
 */
export function wakeAudio(audio: Audio, page: Presses): void {
  if (isAwake(audio)) return
  resume(audio)
  if (waiting.has(audio)) return
  waiting.add(audio)
  for (const type of presses)
    page.addEventListener(
      type,
      () => {
        waiting.delete(audio)
        if (!isAwake(audio)) resume(audio)
      },
      { once: true, capture: true },
    )
}

function isAwake({ state }: Audio): boolean {
  return state === 'running' || state === 'closed'
}

function resume(audio: Audio): void {
  audio.resume().catch((error: unknown) => console.info('no sound before the next press', error))
}
