import { observer } from 'mobx-react-lite'
import { useCallback, useEffect } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useOwnStore } from '../../stores/useStores.ts'
import { functionKeys } from '../../ui/keyboard/layouts.ts'
import { ScreenKeys, type KeyTexts } from '../../ui/keyboard/ScreenKeys.tsx'
import { ScreenKeyboardStore } from './ScreenKeyboardStore.ts'

/** The keyboard at the bottom of a terminal's screen, while a field has the focus. */
export const ScreenKeyboard = observer(function ScreenKeyboard() {
  const keyboard = useOwnStore((root) => new ScreenKeyboardStore(root))
  useEffect(() => keyboard.start(), [keyboard])
  if (!keyboard.layout) return null
  // A new element for every appearance: dialogs that are already open do not hide it from assistive technology.
  return createPortal(<Keys keyboard={keyboard} />, document.body)
})

const Keys = observer(function Keys({ keyboard }: { keyboard: ScreenKeyboardStore }) {
  const { t } = useTranslation()
  const { field, layout } = keyboard
  useEffect(() => {
    // After the page has made room.
    const frame = requestAnimationFrame(() => field?.scrollIntoView({ block: 'center' }))
    return () => cancelAnimationFrame(frame)
  }, [field])
  /** Tells the page how much of the window the keyboard takes (`--keyboard`), and the keyboard how wide it is. */
  const resize = useCallback(
    ({ width, height }: { width: number; height: number }) => {
      const { style } = document.documentElement
      if (height === 0) return void style.removeProperty('--keyboard')
      style.setProperty('--keyboard', `${height}px`)
      keyboard.resize(width)
    },
    [keyboard],
  )
  if (!layout) return null
  const texts = Object.fromEntries(
    [...functionKeys, 'name' as const].map((key) => [key, t(`kiosk.keyboard.${key}`)]),
  ) as KeyTexts
  return (
    <ScreenKeys
      layout={layout}
      layer={keyboard.layer}
      texts={texts}
      onPress={(key) => keyboard.press(key)}
      onSize={resize}
    />
  )
})
