/**
 * The bridge between the main process and the payment window's own page: the bar above the provider's page, and what is
 * shown instead of that page while it loads or after it failed. The provider's page has no bridge.
 */
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
}

export interface PaymentBarRequests {
  'paymentBar:read': PaymentBar
  'paymentBar:cancel': null
  /** Loads the provider's page again after it failed. */
  'paymentBar:retry': null
}

export type PaymentBarRequestName = keyof PaymentBarRequests

/** The channel of the changes. */
export const paymentBarChanged = 'paymentBar:changed'

/** `window.paymentBar`, set by the window's preload script. */
export interface PaymentBarBridge {
  invoke<Name extends PaymentBarRequestName>(name: Name): Promise<PaymentBarRequests[Name]>
  onChanged(listener: (bar: PaymentBar) => void): void
}

declare global {
  // `var` is how a global is declared.
  var paymentBar: PaymentBarBridge | undefined
}
