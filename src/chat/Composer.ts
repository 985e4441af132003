import { longestChatText, tidyChatText } from '#contract/rules/chat.ts'
import { icon, make } from './dom.ts'
import type { Texts } from './texts.ts'

const plane = 'M3.400 20.400 21 12 3.400 3.600l.1 6.500L15 12 3.500 13.900z'
/** From here on the player is told how much is left. */
const countFrom = longestChatText - 100

/** The text box: Enter sends, Shift+Enter makes a line; it grows with the text. */
export class Composer {
  readonly node: HTMLFormElement
  private readonly box: HTMLTextAreaElement
  private readonly left: HTMLParagraphElement
  private readonly button: HTMLButtonElement
  private readonly texts: Texts
  private readonly onChange: () => void

  constructor(texts: Texts, on: { send(text: string): void; change(): void }) {
    this.texts = texts
    this.onChange = () => {
      this.grow()
      on.change()
    }
    this.box = make('textarea', {
      rows: 1,
      maxlength: longestChatText,
      'aria-label': texts.message,
      placeholder: texts.message,
      enterkeyhint: 'send',
      dir: 'auto',
    })
    this.left = make('p', { class: 'left', role: 'status' })
    this.button = make('button', { class: 'send', 'aria-label': texts.send }, icon(plane))
    this.node = make('form', { class: 'composer' }, this.left, this.box, this.button)
    this.node.addEventListener('submit', (event) => {
      event.preventDefault()
      const text = tidyChatText(this.box.value)
      this.box.focus()
      if (text === '') return
      this.set('')
      on.send(text)
    })
    this.box.addEventListener('input', this.onChange)
    this.box.addEventListener('keydown', (event) => {
      // Enter that ends the composition of a character (Japanese, Korean, Chinese) sends nothing.
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
      event.preventDefault()
      this.node.requestSubmit()
    })
    this.grow()
  }

  get text(): string {
    return this.box.value
  }

  set(text: string): void {
    this.box.value = text
    this.onChange()
  }

  focus(): void {
    this.box.focus()
    this.box.setSelectionRange(this.box.value.length, this.box.value.length)
  }

  private grow(): void {
    this.box.style.height = 'auto'
    this.box.style.height = `${this.box.scrollHeight}px`
    const { length } = this.box.value
    this.left.textContent =
      length < countFrom ? '' : this.texts.left.replace('{count}', String(longestChatText - length))
    this.button.toggleAttribute('data-empty', this.box.value.trim() === '')
  }
}
