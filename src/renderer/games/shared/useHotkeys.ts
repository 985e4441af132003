import { useEffect, useRef } from 'react'
import { useStores } from '../../stores/useStores.ts'
import { GameTools } from './GameTools.ts'
import { isForGame } from './isForGame.ts'

/** The main button, as far as a key presses it. */
interface PressedAction {
  label: string
  onPress: () => void
  disabled?: boolean
  busy?: boolean
  ignoresEarlyPress?: boolean
  ignoresDoubleClick?: boolean
}

/** What the keys press besides the main button. */
export interface HotkeyTargets {
  half: () => void
  double: () => void
  pick?: (() => void) | undefined
  repeat?: (() => void) | undefined
}

/** How long a main button that has just changed ignores the keys, in ms: the press may have been for the one before. */
const settleMs = 400

const pressed = 'button, a, summary, input, [role=button], [role=tab], [role=option]'

/**
 * Keys that play, once the player has switched them on: by their place on the keyboard, so in every alphabet. Never
 * while the player types or a dialog is open, and never for a control that has the focus and its own use of the key.
 */
export function useHotkeys(action: PressedAction, targets: HotkeyTargets): void {
  const root = useStores()
  const { areHotkeysOn } = root.feature(GameTools)
  const changedAt = useRef(0)
  const latest = useRef({ action, targets })
  useEffect(() => {
    latest.current = { action, targets }
  })
  useEffect(() => void (changedAt.current = performance.now()), [action.label])
  useEffect(() => {
    if (!areHotkeysOn) return
    const press = (event: KeyboardEvent) => {
      if (!isForGame(event, root)) return
      const target = event.target instanceof Element ? event.target : document.body
      const { half, double, pick, repeat } = latest.current.targets
      const other = { KeyA: half, KeyS: double, KeyD: pick, KeyR: repeat }[event.code]
      if (other) {
        event.preventDefault()
        return other()
      }
      const isEnter = event.code === 'Enter' || event.code === 'NumpadEnter'
      if (event.code !== 'Space' && !isEnter) return
      // Enter does nothing on a radio button; everything else that has the focus uses the key itself.
      if (target.closest(pressed) && !(isEnter && target.matches('[type=radio]'))) return
      event.preventDefault()
      const { onPress, disabled, busy, ignoresEarlyPress, ignoresDoubleClick } = latest.current.action
      if (disabled || busy) return
      const isNew = performance.now() - changedAt.current < settleMs
      if (!(isNew && (ignoresEarlyPress || ignoresDoubleClick))) onPress()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [areHotkeysOn, root])
}
