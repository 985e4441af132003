const typedCharacter = /[\p{L}\p{N}]/gu

/**
 * Call it with a field before what was typed is applied. A component may write it differently (with the points of a CPF, in
 * capitals), and React then leaves the caret at the end: whoever corrects a character in the middle would go on typing there.
 */
export function keepCaret(field: HTMLInputElement): void {
  const { value: typed, selectionStart: caret } = field
  if (caret === null || caret === typed.length) return
  // After React has written the value.
  queueMicrotask(() => {
    if (field.value === typed || field.ownerDocument.activeElement !== field) return
    const now = caretIn(field.value, typed.slice(0, caret))
    field.setSelectionRange(now, now)
  })
}

/** The place in `text` after the letters and digits of `before` that it still has. */
function caretIn(text: string, before: string): number {
  let caret = 0
  for (const typed of before.match(typedCharacter) ?? []) {
    const rest = text.slice(caret)
    const next = rest.match(typedCharacter)?.[0]
    if (next?.toUpperCase() === typed.toUpperCase()) caret += rest.indexOf(next) + next.length
  }
  return caret
}
