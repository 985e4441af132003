import { useLayoutEffect, useRef } from 'react'
import { classes } from './classes.ts'
import { countUpDefaults, easeOut, formatCount, type CountFormat } from './countUp.ts'
import { prefersReducedMotion } from './reducedMotion.ts'

export interface CountUpProps extends CountFormat {
  value: number
  /** Where the first count starts; default `value`, so that nothing counts on the first render. */
  from?: number
  /** Seconds. Default 2. */
  duration?: number
  /** Formats the number, an integer unless `decimals` is set, e.g. cents => formatMoney(cents). */
  formatter?: (value: number) => string
  className?: string
}

/**
 * A number that counts to its new value. The text is written directly to the node, so counting does not
 * rerender. Screen readers get one announcement, at the end (aria-busy). It does not animate with reduced motion,
 * nor when the value changes again within the duration: automatic play would never show the final number.
 */
export function CountUp(props: CountUpProps) {
  const { value, from, duration = countUpDefaults.duration, formatter, className, ...format } = props
  const node = useRef<HTMLSpanElement>(null)
  const shown = useRef(from ?? value)
  const changedAt = useRef(-Infinity)
  const { decimals = countUpDefaults.decimals } = format
  const textOf = formatter ?? ((number: number) => formatCount(number, format))
  const latest = useRef(textOf)
  const text = textOf(shown.current)

  useLayoutEffect(() => {
    latest.current = textOf
  })
  useLayoutEffect(() => {
    const element = node.current
    if (!element) return
    const start = shown.current
    const started = performance.now()
    const isTooSoon = started - changedAt.current < duration * 1000
    if (start !== value) changedAt.current = started
    const show = (number: number) => {
      shown.current = number
      write(element, latest.current(number))
    }
    if (start === value || isTooSoon || duration <= 0 || prefersReducedMotion() || document.hidden) {
      show(value)
      return
    }
    const scale = 10 ** decimals
    element.ariaBusy = 'true'
    let frame = requestAnimationFrame(function step(now) {
      const progress = Math.min(1, Math.max(0, (now - started) / (duration * 1000)))
      if (progress < 1) {
        show(Math.round((start + (value - start) * easeOut(progress)) * scale) / scale)
        frame = requestAnimationFrame(step)
        return
      }
      element.ariaBusy = null
      show(value)
    })
    return () => {
      cancelAnimationFrame(frame)
      element.ariaBusy = null
    }
  }, [value, duration, decimals])

  return (
    <span ref={node} translate="no" className={classes('num', className)}>
      {text}
    </span>
  )
}

/** Writes into the existing text node: replacing it in each frame would trigger style recalculation. */
function write(element: HTMLElement, text: string): void {
  const { firstChild } = element
  if (firstChild instanceof Text) firstChild.data = text
  else element.textContent = text
}
