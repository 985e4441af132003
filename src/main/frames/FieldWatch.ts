import type { FrameField, FrameFunctionKey } from '#contract/frameField.ts'
import { binding, blurName, fieldScript, inputBinding, world } from './fieldScript.ts'
import type { Command, PageProtocol } from './PageProtocol.ts'
import { reasonOf } from '../reasonOf.ts'

/** A document; its frame may share a process, and so a session, with others. */
interface Place {
  session: string
  context: number
}

const combiningMark = /^\p{M}$/u
const functionKeys: Readonly<
  Record<Exclude<FrameFunctionKey, 'hide'>, { key: string; code: number; text?: string }>
> = {
  backspace: { key: 'Backspace', code: 8 },
  enter: { key: 'Enter', code: 13, text: '\r' },
  space: { key: ' ', code: 32, text: ' ' },
}
/** Of what a page says. */
const longestWord = 20

/** The field with the focus in a foreign page or one of its frames, the keys that are typed into it, and when it is used. */
export class FieldWatch {
  /** Of a frame that waits for its first document: what follows runs in a world that the page's scripts do not reach. */
  readonly commands: readonly Command[] = commandsFor(false)
  /** The value that `onField` got last. */
  field: FrameField | null = null
  #place: Place | null = null
  #typed = ''

  constructor(
    private readonly protocol: PageProtocol,
    private readonly onField: (field: FrameField | null) => void,
    private readonly onInput: () => void,
  ) {}

  /** A page that has its first document: without one, it would forget the commands. */
  start(session: string): void {
    for (const [method, params] of commandsFor(true)) this.#send(session, method, params)
  }

  receive(session: string, method: string, params: unknown): void {
    if (method !== 'Runtime.bindingCalled') return
    const {
      name,
      payload,
      executionContextId: context,
    } = params as {
      name: string
      payload: string
      executionContextId: number
    }
    if (name === inputBinding) this.onInput()
    if (name !== binding) return
    if (payload !== '') return this.#change({ session, context }, fieldOf(payload))
    if (this.#place?.session === session && this.#place.context === context) this.#change(null, null)
  }

  forget(session: string): void {
    if (this.#place?.session === session) this.#change(null, null)
  }

  type(key: string): void {
    const place = this.#place
    if (place === null) return
    if (key === 'hide') {
      const expression = `${blurName}()`
      return this.#send(place.session, 'Runtime.evaluate', { expression, contextId: place.context })
    }
    if (key === 'backspace' || key === 'enter' || key === 'space') {
      const { key: name, code, text } = functionKeys[key]
      this.#typed = key === 'space' ? ' ' : ''
      return this.#press(place, name, code, text)
    }
    if (!combiningMark.test(key)) return this.#insert(place, key)
    // A tone or an accent changes the letter before it.
    if (!/^\p{L}$/u.test(this.#typed)) return
    const marked = (this.#typed + key).normalize('NFC')
    this.#press(place, functionKeys.backspace.key, functionKeys.backspace.code)
    this.#insert(place, marked)
  }

  #insert(place: Place, text: string): void {
    this.#typed = text
    const code = /^[a-z0-9]$/i.test(text) ? text.toUpperCase().charCodeAt(0) : 0
    this.#press(place, text, code, text)
  }

  #press(place: Place, key: string, code: number, text?: string): void {
    const event = { key, windowsVirtualKeyCode: code, ...(key.length > 1 && { code: key }) }
    const down = text === undefined ? { type: 'rawKeyDown' } : { type: 'keyDown', text, unmodifiedText: text }
    this.#send(place.session, 'Input.dispatchKeyEvent', { ...event, ...down })
    this.#send(place.session, 'Input.dispatchKeyEvent', { ...event, type: 'keyUp' })
  }

  #send(session: string, method: string, params: object): void {
    this.protocol.send(session, method, params).catch((error: unknown) => {
      // The frame was closed meanwhile.
      console.info(method, reasonOf(error))
    })
  }

  #change(place: Place | null, field: FrameField | null): void {
    this.#place = place
    this.#typed = ''
    this.field = field
    this.onField(field)
  }
}

function commandsFor(runImmediately: boolean): readonly Command[] {
  const script = { source: fieldScript, worldName: world, runImmediately }
  return [
    // Without it, a document's world does not get the binding.
    ['Runtime.enable', {}],
    ['Runtime.addBinding', { name: binding, executionContextName: world }],
    ['Runtime.addBinding', { name: inputBinding, executionContextName: world }],
    ['Page.addScriptToEvaluateOnNewDocument', script],
  ]
}

function fieldOf(payload: string): FrameField {
  const [type = '', inputMode = '', autocapitalize = ''] = payload
    .split(',')
    .map((word) => word.slice(0, longestWord))
  return { type, inputMode, autocapitalize }
}
