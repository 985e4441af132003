import { useEffect, useRef, useSyncExternalStore } from 'react'

export interface KeyBinding {
  /** `KeyboardEvent.key`, for example `j`, `Enter`, `?`. */
  key: string
  /** What it does, in the reader's language, for the list of keys. */
  label: string
  run: () => void
  /** Again and again while it is held. Others do something once for each press. */
  repeats?: boolean
}

/** The bindings in force; the ones added last win. */
let layers: readonly { current: readonly KeyBinding[] }[] = []
const listeners = new Set<() => void>()

function setLayers(next: typeof layers): void {
  layers = next
  for (const listener of listeners) listener()
}

/** Keys for as long as the component is mounted. They rest while something is typed or a dialog is open. */
export function useKeys(bindings: readonly KeyBinding[]): void {
  const layer = useRef(bindings)
  useEffect(() => {
    layer.current = bindings
  })
  useEffect(() => {
    setLayers([...layers, layer])
    return () => setLayers(layers.filter((each) => each !== layer))
  }, [])
}

/** All bindings in force, for the list of keys. */
export function useKeyList(): readonly KeyBinding[] {
  const current = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => layers,
  )
  const byKey = new Map<string, KeyBinding>()
  for (const layer of current) for (const binding of layer.current) byKey.set(binding.key, binding)
  return [...byKey.values()]
}

/** The binding that a press means, or undefined: it is for a field, a control, a dialog, or nothing. */
function bindingOf(event: KeyboardEvent): KeyBinding | undefined {
  // The login covers the page.
  if (document.querySelector('[data-login]')) return
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
  const { target } = event
  if (target instanceof HTMLElement) {
    if (target.isContentEditable || target.closest('[role=dialog], [role=alertdialog], [role=menu]')) return
    if (target.matches('input:not([type=checkbox]), textarea, select')) return
    const isPress = event.key === 'Enter' || event.key === ' '
    if (isPress && target.closest('button, a, summary, [role=tab], input')) return
  }
  if (document.querySelector('[role=dialog], [role=alertdialog]')) return
  for (const layer of layers.toReversed()) {
    const binding = layer.current.find(({ key }) => key === event.key)
    if (binding) return binding
  }
  return undefined
}

/** Starts listening; returns how to stop. */
export function listenToKeys(): () => void {
  const handle = (event: KeyboardEvent) => {
    const binding = bindingOf(event)
    if (!binding) return
    event.preventDefault()
    if (!event.repeat || binding.repeats) binding.run()
  }
  document.addEventListener('keydown', handle)
  return () => document.removeEventListener('keydown', handle)
}
