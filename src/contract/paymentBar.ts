/**
 * The bridge between the main process and the payment window's own page: the bar above the provider's page, and what is
 * shown instead of that page while it loads or after it failed. The provider's page has no bridge.
 */
import type { FrameField } from './frameField.ts'
import type { LanguageCode } from './languages.ts'

/** Height of the bar in CSS pixels; the provider's page begins below it. */
export const paymentBarHeight = 56

export interface PaymentBar {
  language: LanguageCode
  /** Host name of the page that is shown or loading. */
  host: string
  /** Whether that page came over https. */
  isEncrypted: boolean
  /** Until the order expires, in ms. */
  timeLeft: number
  page: 'loading' | 'shown' | 'failed'
  /** A code of ours was scanned: the customer reads why nothing became of it, and the provider's page waits. */
  isScanned: boolean
  /** The field of the provider's page that the keys of the screen type into. */
  field: FrameField | null
}

export interface PaymentBarRequests {
  'paymentBar:read': { args: []; result: PaymentBar }
  'paymentBar:cancel': { args: []; result: null }
  /** Loads the provider's page again after it failed. */
  'paymentBar:retry': { args: []; result: null }
  /** Goes on after `isScanned`. */
  'paymentBar:continue': { args: []; result: null }
  /** A key of the screen: a character or one of `frameFunctionKeys`. */
  'paymentBar:type': { args: [string]; result: null }
  /** How much of the window the keys take, in CSS pixels. */
  'paymentBar:keyboard': { args: [number]; result: null }
}

export type PaymentBarRequestName = keyof PaymentBarRequests

/** The channel of the changes. */
export const paymentBarChanged = 'paymentBar:changed'

/** `window.paymentBar`, set by the window's preload script. */
export interface PaymentBarBridge {
  invoke<Name extends PaymentBarRequestName>(
    name: Name,
    ...args: PaymentBarRequests[Name]['args']
  ): Promise<PaymentBarRequests[Name]['result']>
  onChanged(listener: (bar: PaymentBar) => void): void
}

declare global {
  // `var` is how a global is declared.
  var paymentBar: PaymentBarBridge | undefined
}
