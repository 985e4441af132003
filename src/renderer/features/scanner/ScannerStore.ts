import { ScanReader } from '#contract/rules/ScanReader.ts'
import { codeIn } from '#contract/rules/scannedCodes.ts'
import { formatVoucherCode, parseVoucherCode } from '#contract/rules/vouchers.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { asTypedField, type TypedField } from '../screenKeyboard/typedField.ts'
import { replaceText } from '../screenKeyboard/typeKey.ts'
import { VoucherStore } from '../voucher/VoucherStore.ts'

/** Of a window whose focus goes into one of its frames, or comes out. */
const focusEvents = ['focus', 'blur', 'focusin'] as const

/** A terminal's scanner: a voucher that is scanned on any page is redeemed, a bet slip opens. */
export class ScannerStore {
  readonly #root: RootStore
  readonly #reader = new ScanReader()
  /** The field that had the focus when a text began, and its content before: the scan does not belong there. */
  #field: { element: TypedField; before: string } | null = null
  #isBusy = false

  constructor(root: RootStore) {
    this.#root = root
  }

  /** Listens to keys. Returns the cleanup. */
  start(): () => void {
    const listener = (event: KeyboardEvent) => this.#handleKey(event)
    const { frames } = this.#root.platform
    /** The keys of a frame never come here: the main process reads what is scanned there. */
    const tell = () => frames.setFocused(document.activeElement instanceof HTMLIFrameElement)
    // The window loses the focus before its frame is the active element.
    const tellFocus = () => void setTimeout(tell)
    window.addEventListener('keydown', listener, { capture: true })
    for (const name of focusEvents) window.addEventListener(name, tellFocus)
    const stop = frames.onScan((text) => this.use(text))
    tell()
    return () => {
      window.removeEventListener('keydown', listener, { capture: true })
      for (const name of focusEvents) window.removeEventListener(name, tellFocus)
      stop()
    }
  }

  /** Follows a scanned text. False: it has nothing of ours. */
  use(text: string): boolean {
    const { session, navigation, overlays } = this.#root
    const voucher = parseVoucherCode(text)
    if (voucher !== null) {
      const code = formatVoucherCode(voucher)
      if (session.isLoggedIn) void this.#redeem(code)
      else {
        // The page keeps the code while the customer logs in.
        navigation.go(`/vale${code}`)
        overlays.open('login')
      }
      return true
    }
    const ticket = codeIn(text, 'sharedTicket')
    if (ticket === text.trim()) return false
    navigation.go(`/bilhete${ticket}`)
    return true
  }

  async #redeem(code: string): Promise<void> {
    if (this.#isBusy) return
    this.#isBusy = true
    try {
      const voucher = new VoucherStore(this.#root, code)
      await voucher.redeem()
      if (voucher.error) this.#root.alerts.alert(voucher.error)
    } finally {
      this.#isBusy = false
    }
  }

  #handleKey(event: KeyboardEvent): void {
    const element = asTypedField(document.activeElement)
    // Such a field reads what is scanned itself.
    if (element?.dataset['takesCodes'] !== undefined || event.repeat) return this.#reader.forget()
    const text = this.#reader.read(event.key, event.timeStamp)
    if (this.#reader.length === 1) this.#field = element && { element, before: element.value }
    if (text === null) return
    const field = this.#field
    if (!this.use(text)) return
    // Enter would press the button that has the focus, or submit the form.
    event.preventDefault()
    event.stopPropagation()
    if (field !== null && field.element === element) replaceText(field.element, field.before)
  }
}
