import { officeErrors, type OfficeErrorCode } from '#contract/office/officeCall.ts'
import type { OfficeTextParams } from './texts.ts'

/**
 * A call of staff that is refused; endpoints/errors.ts answers with it. A `Refusal` of the product's domain is turned into
 * one there.
 */
export class OfficeRefusal extends Error {
  readonly code: OfficeErrorCode
  readonly status: number
  readonly params: OfficeTextParams
  /** The field that is wrong; its text is the refusal's. */
  readonly field: string | undefined
  /** Texts of several fields, in the reader's language. */
  readonly fields: Record<string, string> | undefined
  /** Seconds; sent as `Retry-After`. */
  readonly retryAfter: number | undefined

  constructor(
    code: OfficeErrorCode,
    options: {
      params?: OfficeTextParams
      field?: string
      fields?: Record<string, string>
      retryAfter?: number
      cause?: unknown
    } = {},
  ) {
    super(code, { cause: options.cause })
    this.name = 'OfficeRefusal'
    this.code = code
    this.status = officeErrors[code]
    this.params = options.params ?? {}
    this.field = options.field
    this.fields = options.fields
    this.retryAfter = options.retryAfter
  }
}
