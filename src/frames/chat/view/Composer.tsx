import { useLayoutEffect, type KeyboardEvent, type RefObject, type SubmitEvent } from 'react'
import { maxChatTextLength, sanitizeChatText } from '#contract/rules/chat.ts'
import type { Texts } from '../texts.ts'
import { Icon } from './Icon.tsx'

/** From this length on, the number of characters left is shown. */
const countFrom = maxChatTextLength - 100

interface ComposerProps {
  box: RefObject<HTMLTextAreaElement | null>
  text: string
  texts: Texts
  onType: (text: string) => void
  /** `text` is trimmed and not empty. */
  onSend: (text: string) => void
}

/** The text box. Enter sends, Shift+Enter starts a new line; the box grows with the text. */
export function Composer({ box, text, texts, onType, onSend }: ComposerProps) {
  useLayoutEffect(() => {
    const node = box.current
    if (!node) return
    node.style.height = 'auto'
    if (text !== '') node.style.height = `${node.scrollHeight}px`
  }, [box, text])

  function submit(event: SubmitEvent): void {
    event.preventDefault()
    box.current?.focus()
    const trimmed = sanitizeChatText(text)
    if (trimmed === '') return
    onType('')
    onSend(trimmed)
  }

  function press(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  }

  const left = texts.left.replace('{count}', String(maxChatTextLength - text.length))
  return (
    <form className="composer" onSubmit={submit}>
      <p className="left" role="status">
        {text.length >= countFrom && left}
      </p>
      <textarea
        ref={box}
        rows={1}
        maxLength={maxChatTextLength}
        aria-label={texts.message}
        placeholder={texts.message}
        enterKeyHint="send"
        dir="auto"
        value={text}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
        onKeyDown={press}
      />
      <button className="send" aria-label={texts.send} data-empty={text.trim() === '' ? '' : undefined}>
        <Icon name="send" />
      </button>
    </form>
  )
}
