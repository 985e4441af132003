import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import type { RootStore } from '../../stores/RootStore.ts'
import type { FrameField } from '#contract/frameField.ts'
import { fieldKind, isSpelledInLatin } from '../../ui/keyboard/fieldKind.ts'
import { layerAfter, layerAfterCharacter } from '../../ui/keyboard/layers.ts'
import { layoutFor, type KeyboardLayout, type LayerName } from '../../ui/keyboard/layouts.ts'
import { asTypedField, type TypedField } from './typedField.ts'
import { deleteBackwards, insertText, pressEnter } from './typeKey.ts'

/** A press moves the focus before its click arrives; hiding the keyboard in between would move the target away. */
const settleMs = 120

/** The keyboard of a terminal: follows the focus, and types into the focused field of our page or of a frame in it. */
export class ScreenKeyboardStore {
  field: TypedField | null = null
  frameField: FrameField | null = null
  layer: LayerName = 'letters'
  width = window.innerWidth
  #isPointerDown = false
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
    makeAutoObservable(this, { field: observableRef })
  }

  get layout(): KeyboardLayout | null {
    const field = this.field ?? this.frameField
    if (!field) return null
    const { code, selected } = this.#root.language
    const parts = new Intl.NumberFormat(selected.locale).formatToParts(1.5)
    return layoutFor({
      kind: fieldKind(field),
      language: code,
      decimal: parts.find(({ type }) => type === 'decimal')?.value ?? '.',
      isLatin: isSpelledInLatin(field),
      width: this.width,
    })
  }

  /** Follows the focus. Returns the cleanup. */
  start(): () => void {
    // A pressed button takes the focus too.
    const follow = () => (asTypedField(document.activeElement) ? this.follow() : this.followSoon())
    const followSoon = () => this.followSoon()
    const pressed = () => (this.#isPointerDown = true)
    const released = () => {
      this.#isPointerDown = false
      this.followSoon()
    }
    document.addEventListener('focusin', follow)
    document.addEventListener('focusout', followSoon)
    window.addEventListener('pointerdown', pressed, { capture: true })
    window.addEventListener('pointerup', released, { capture: true })
    window.addEventListener('pointercancel', released, { capture: true })
    // A field that is removed takes the focus with it without an event.
    const removals = new MutationObserver(() => {
      if (this.field?.isConnected === false) this.followSoon()
    })
    removals.observe(document.body, { childList: true, subtree: true })
    this.follow()
    const leaveFrames = this.#root.platform.frames.onField((field) => this.followFrame(field))
    return () => {
      leaveFrames()
      clearTimeout(this.#timer)
      removals.disconnect()
      document.removeEventListener('focusin', follow)
      document.removeEventListener('focusout', followSoon)
      window.removeEventListener('pointerdown', pressed, { capture: true })
      window.removeEventListener('pointerup', released, { capture: true })
      window.removeEventListener('pointercancel', released, { capture: true })
    }
  }

  resize(width: number): void {
    this.width = width
  }

  press(key: string): void {
    const layer = layerAfter(key, this.layer, this.layout)
    if (layer !== null) {
      this.layer = layer
      return
    }
    if (this.field) typeInto(this.field, key)
    else this.#root.platform.frames.type(key)
    if (key.length === 1) this.layer = layerAfterCharacter(this.layer)
  }

  private followFrame(field: FrameField | null): void {
    this.frameField = field
    if (!this.field) this.layer = this.layout?.first ?? 'letters'
  }

  private follow(): void {
    clearTimeout(this.#timer)
    const field = asTypedField(document.activeElement)
    if (field === this.field) return
    runInAction(() => {
      this.field = field
      this.layer = this.layout?.first ?? 'letters'
    })
  }

  private followSoon(): void {
    clearTimeout(this.#timer)
    if (!this.#isPointerDown) this.#timer = setTimeout(() => this.follow(), settleMs)
  }
}

function typeInto(field: TypedField, key: string): void {
  switch (key) {
    case 'backspace':
      return deleteBackwards(field)
    case 'enter':
      return pressEnter(field)
    case 'space':
      return insertText(field, ' ')
    case 'hide':
      return field.blur()
    default:
      return insertText(field, key)
  }
}
