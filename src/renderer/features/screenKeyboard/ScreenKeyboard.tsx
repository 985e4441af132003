import { observer } from 'mobx-react-lite'
import { useEffect, useRef, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import Keyboard from 'react-simple-keyboard'
import { useOwnStore } from '../../stores/useStores.ts'
import { screenKeyboardMark } from '../../ui/onScreenKeyboard.ts'
import { functionKeys, type FunctionKey } from './layouts.ts'
import styles from './ScreenKeyboard.module.css'
import { ScreenKeyboardStore } from './ScreenKeyboardStore.ts'

const faces: Readonly<Partial<Record<FunctionKey, string>>> = {
  backspace: '⌫',
  enter: '⏎',
  shift: '⇧',
  symbols: '#+=',
  letters: 'ABC',
  accents: 'áñ',
  latin: 'ABC',
  cyrillic: 'АБВ',
  hide: '▾',
}

/** The keyboard at the bottom of a terminal's screen, while a field has the focus. */
export const ScreenKeyboard = observer(function ScreenKeyboard() {
  const keyboard = useOwnStore((root) => new ScreenKeyboardStore(root))
  useEffect(() => keyboard.start(), [keyboard])
  if (!keyboard.field || !keyboard.layout) return null
  // A new element for every appearance: dialogs that are already open do not hide it from assistive technology.
  return createPortal(<Keys keyboard={keyboard} />, document.body)
})

const Keys = observer(function Keys({ keyboard }: { keyboard: ScreenKeyboardStore }) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const { field, layout } = keyboard
  useRoomForKeys(box, keyboard)
  useEffect(() => {
    // After the page has made room.
    const frame = requestAnimationFrame(() => field?.scrollIntoView({ block: 'center' }))
    return () => cancelAnimationFrame(frame)
  }, [field])
  if (!layout) return null
  const layers = Object.fromEntries(
    Object.entries(layout.layers).map(([name, rows]) => [
      name,
      rows.map((row) => row.map(tokenOf).join(' ')),
    ]),
  )
  return (
    <div
      ref={box}
      role="group"
      aria-label={t('kiosk.keyboard.name')}
      {...screenKeyboardMark}
      className={styles.box}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
    >
      <Keyboard
        theme={styles.keys}
        layout={layers}
        layoutName={keyboard.layer}
        display={{ ...displayed, '{space}': t('kiosk.keyboard.space') }}
        useButtonTag
        disableCaretPositioning
        // The field has the text. What a customer types is kept nowhere else.
        inputPattern={/^$/}
        buttonTheme={[{ class: styles.function ?? '', buttons: functionTokens }]}
        buttonAttributes={functionKeys.map((key) => ({
          attribute: 'aria-label',
          value: t(`kiosk.keyboard.${key}`),
          buttons: tokenOf(key),
        }))}
        onKeyPress={(token: string) => keyboard.press(keyOf(token))}
      />
    </div>
  )
})

/** The library's name of a key; those in braces are shown by `display`. */
function tokenOf(key: string): string {
  return key.length > 1 ? `{${key}}` : key
}

function keyOf(token: string): string {
  return token.length > 1 ? token.slice(1, -1) : token
}

const functionTokens = functionKeys.map(tokenOf).join(' ')
const displayed = Object.fromEntries(Object.entries(faces).map(([key, face]) => [tokenOf(key), face]))

/** Tells the page how much of the window the keyboard takes (`--keyboard`), and the keyboard how wide it is. */
function useRoomForKeys(box: RefObject<HTMLDivElement | null>, keyboard: ScreenKeyboardStore) {
  useEffect(() => {
    const element = box.current
    if (!element) return
    const { style } = document.documentElement
    const measure = () => {
      style.setProperty('--keyboard', `${element.offsetHeight}px`)
      keyboard.resize(element.clientWidth)
    }
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    measure()
    return () => {
      sizes.disconnect()
      style.removeProperty('--keyboard')
    }
  }, [box, keyboard])
}
