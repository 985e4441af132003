import type { OfficeErrorCode } from '#contract/office/officeCall.ts'
import type { Permission } from '#contract/office/permissions.ts'

/** `offline`: no answer came; `unreadable`: something else than the office answered. */
export type FailureCode = OfficeErrorCode | 'offline' | 'unreadable'

/** A call that did not do what it was asked. */
export class OfficeError extends Error {
  override readonly name = 'OfficeError'
  /** HTTP status; 0 where no answer came. */
  readonly status: number
  readonly code: FailureCode
  /** Messages by path of the field. */
  readonly fields: Readonly<Record<string, string>>
  /** What was lacking, where the status is 403. */
  readonly permission: Permission | undefined
  /** Seconds until it may be tried again. */
  readonly retryAfter: number | undefined

  constructor(
    message: string,
    details: {
      status: number
      code: FailureCode
      fields?: Record<string, string>
      permission?: Permission
      retryAfter?: number
    },
  ) {
    super(message)
    this.status = details.status
    this.code = details.code
    this.fields = details.fields ?? {}
    this.permission = details.permission
    this.retryAfter = details.retryAfter
  }
}

/** What a person reads of it. */
export function messageOf(error: unknown): string {
  if (error instanceof OfficeError && Object.keys(error.fields).length > 0)
    return [error.message, ...Object.values(error.fields)].join(' ')
  return error instanceof Error ? error.message : String(error)
}

/** The server has refused it: pressing again is a new attempt. After a lost answer it repeats the same one. */
export function isRefusal(error: unknown): boolean {
  return error instanceof OfficeError && error.status >= 400 && error.status < 500
}
