import { useEffect, useRef } from 'react'
import Keyboard from 'react-simple-keyboard'
import { screenKeyboardMark } from '../onScreenKeyboard.ts'
import { functionKeys, type FunctionKey, type KeyboardLayout, type LayerName } from './layouts.ts'
import styles from './ScreenKeys.module.css'

/** Names of the group and of its function keys, in the player's language. */
export type KeyTexts = Readonly<Record<FunctionKey | 'name', string>>

export interface ScreenKeysProps {
  layout: KeyboardLayout
  layer: LayerName
  texts: KeyTexts
  /** A character, or the name of a function key. */
  onPress: (key: string) => void
  /** In CSS pixels; height 0: it is gone. */
  onSize: (size: { width: number; height: number }) => void
}

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

/** The keys of a terminal's screen, at the bottom of the column. */
export function ScreenKeys({ layout, layer, texts, onPress, onSize }: ScreenKeysProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => onSize({ width: element.clientWidth, height: element.offsetHeight })
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    measure()
    return () => {
      sizes.disconnect()
      onSize({ width: 0, height: 0 })
    }
  }, [onSize])
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
      aria-label={texts.name}
      {...screenKeyboardMark}
      className={styles.box}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
    >
      <Keyboard
        theme={styles.keys}
        layout={layers}
        layoutName={layer}
        display={{ ...displayed, '{space}': texts.space }}
        useButtonTag
        disableCaretPositioning
        // The text is in the field. What a customer types is stored nowhere else.
        inputPattern={/^$/}
        buttonTheme={[{ class: styles.function ?? '', buttons: functionTokens }]}
        buttonAttributes={functionKeys.map((key) => ({
          attribute: 'aria-label',
          value: texts[key],
          buttons: tokenOf(key),
        }))}
        onKeyPress={(token: string) => onPress(keyOf(token))}
      />
    </div>
  )
}

/** The library's name of a key; those in braces are shown by `display`. */
function tokenOf(key: string): string {
  return key.length > 1 ? `{${key}}` : key
}

function keyOf(token: string): string {
  return token.length > 1 ? token.slice(1, -1) : token
}

const functionTokens = functionKeys.map(tokenOf).join(' ')
const displayed = Object.fromEntries(Object.entries(faces).map(([key, face]) => [tokenOf(key), face]))
