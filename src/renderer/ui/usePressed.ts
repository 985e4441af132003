import { startTransition, useCallback, useEffect, useRef, useState } from 'react'
import { afterPaint } from './afterPaint.ts'

/**
 * For a choice whose effect takes long to draw (a tab, another list): the press shows in the next frame, and `onChange` is
 * called after it. Returns the value to show as chosen, and the function for a press.
 */
export function usePressed<Value>(
  value: Value,
  onChange: (value: Value) => void,
): [shown: Value, press: (value: Value) => void] {
  const [pressed, setPressed] = useState<{ value: Value } | null>(null)
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  useEffect(() => {
    if (!pressed) return
    return afterPaint(() => {
      latest.current(pressed.value)
      // The router changes the address in a transition. Cleared before it, the former value would show for a moment, and a
      // press in that moment would be compared with it.
      startTransition(() => setPressed(null))
    })
  }, [pressed])
  const press = useCallback(
    (next: Value) => setPressed((now) => (now?.value === next ? now : { value: next })),
    [],
  )
  return [pressed ? pressed.value : value, press]
}
