import type { LanguageCode } from '#contract/languages.ts'

export interface Mail {
  /** Our id of the mail: the same for each attempt, so that a mailbox can show it once. */
  id: string
  to: string
  subject: string
  text: string
  /** The code in the text, if there is one. */
  code: string | null
  /** A page of ours, at PUBLIC_URL. */
  link: { url: string; label: string } | null
  /** Who sends it and why, at its end. */
  footer: string[]
  language: LanguageCode
  /** By the product's clock. */
  createdAt: Date
}

/**
 * Sends e-mails. May not be called inside a transaction. Throws ProviderRefusedError when the mail will never be accepted
 * (an address that does not exist); after any other error the mail is sent again later.
 */
export interface Mailer {
  readonly name: string
  send(mail: Mail): Promise<void>
  /** Ends its connections. */
  close?(): void
}
