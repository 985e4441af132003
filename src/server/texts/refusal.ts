import { EnvelopeStatus, type ErrorKey } from '#contract/errors.ts'
import type { LanguageCode } from '#contract/languages.ts'

/**
 * Values for the placeholders of a message: `{limit}` becomes `params.limit`. A function formats a value that
 * languages write differently, such as a decimal.
 */
export type TextParams = Record<string, string | number | ((language: LanguageCode) => string)>

/**
 * HTTP status and envelope status of every reason that is not a plain bad request ("Errors" in
 * docs/product.md).
 */
const statuses: Partial<Record<ErrorKey, readonly [http: number, envelope: number]>> = {
  loggedOut: [401, EnvelopeStatus.loggedOut],
  sessionIdle: [401, EnvelopeStatus.loggedOut],
  insufficientFunds: [500, EnvelopeStatus.insufficientFunds],
  serviceClosed: [500, EnvelopeStatus.serviceClosed],
  internal: [500, EnvelopeStatus.internal],
  outcomeUnknown: [500, EnvelopeStatus.internal],
  paymentProviderDown: [503, 503],
  gameProviderDown: [503, 503],
  forbidden: [403, EnvelopeStatus.forbidden],
  kioskForbidden: [403, EnvelopeStatus.forbidden],
  excluded: [403, EnvelopeStatus.forbidden],
  suspended: [403, EnvelopeStatus.forbidden],
  accountClosed: [403, EnvelopeStatus.forbidden],
  withdrawTestAccount: [403, EnvelopeStatus.forbidden],
  voucherUnderReview: [403, EnvelopeStatus.forbidden],
  passwordWrong: [403, EnvelopeStatus.forbidden],
  notTestAccount: [403, EnvelopeStatus.forbidden],
  usdtNotEnabled: [403, EnvelopeStatus.forbidden],
  withdrawKycRequired: [403, EnvelopeStatus.forbidden],
  withdrawNotOwnCpf: [403, EnvelopeStatus.forbidden],
  kycRequired: [403, EnvelopeStatus.forbidden],
  limitsMissing: [403, EnvelopeStatus.forbidden],
  emailUnconfirmed: [403, EnvelopeStatus.forbidden],
  notFound: [404, EnvelopeStatus.notFound],
  roundNotFound: [404, EnvelopeStatus.notFound],
  packageUnknown: [404, EnvelopeStatus.notFound],
  gameUnknown: [404, EnvelopeStatus.notFound],
  matchUnknown: [404, EnvelopeStatus.notFound],
  ticketNotFound: [404, EnvelopeStatus.notFound],
  voucherUnknown: [404, EnvelopeStatus.notFound],
  voucherUsed: [409, EnvelopeStatus.conflict],
  voucherExpired: [409, EnvelopeStatus.conflict],
  voucherVoid: [409, EnvelopeStatus.conflict],
  oddsChanged: [409, EnvelopeStatus.conflict],
  marketClosed: [409, EnvelopeStatus.conflict],
  ticketSettled: [409, EnvelopeStatus.conflict],
  cashOutUnavailable: [409, EnvelopeStatus.conflict],
  cashOutSuspended: [409, EnvelopeStatus.conflict],
  conflict: [409, EnvelopeStatus.conflict],
  emailTaken: [409, EnvelopeStatus.conflict],
  cpfTaken: [409, EnvelopeStatus.conflict],
  kycAlreadyDone: [409, EnvelopeStatus.conflict],
  kycPending: [409, EnvelopeStatus.conflict],
  kycRefused: [403, EnvelopeStatus.forbidden],
  identityPicturesMissing: [409, EnvelopeStatus.conflict],
  pictureInvalid: [422, EnvelopeStatus.unprocessable],
  personBlocked: [403, EnvelopeStatus.forbidden],
  registerSilent: [503, 503],
  emailConfirmed: [409, EnvelopeStatus.conflict],
  orderPending: [409, EnvelopeStatus.conflict],
  orderNotPending: [409, EnvelopeStatus.conflict],
  offerUnavailable: [409, EnvelopeStatus.conflict],
  bonusUsed: [409, EnvelopeStatus.conflict],
  roundOpen: [409, EnvelopeStatus.conflict],
  roundFinished: [409, EnvelopeStatus.conflict],
  tileOpened: [409, EnvelopeStatus.conflict],
  exposureReached: [409, EnvelopeStatus.conflict],
  selectionFull: [409, EnvelopeStatus.conflict],
  winTooHigh: [409, EnvelopeStatus.conflict],
  seedInUse: [409, EnvelopeStatus.conflict],
  claimTaken: [409, EnvelopeStatus.conflict],
  eraseHasMoney: [409, EnvelopeStatus.conflict],
  restChanged: [409, EnvelopeStatus.conflict],
  idempotencyKeyReused: [422, EnvelopeStatus.unprocessable],
  tooManyAttempts: [429, EnvelopeStatus.tooManyRequests],
  tooManyCalls: [429, EnvelopeStatus.tooManyRequests],
  bodyTooLarge: [413, 413],
  chatTooFast: [429, EnvelopeStatus.tooManyRequests],
  gameTicketInvalid: [403, EnvelopeStatus.forbidden],
  gameSessionEnded: [401, EnvelopeStatus.loggedOut],
  chatTicketInvalid: [403, EnvelopeStatus.forbidden],
}

/**
 * A refused call, with a reason that the player is shown in their language. Thrown by the domain; the error
 * handler (http/plugins/errors.ts) and `moneyEndpoint` turn it into an envelope.
 */
export class Refusal extends Error {
  readonly key: ErrorKey
  readonly params: TextParams
  readonly httpStatus: number
  readonly status: number
  readonly data: unknown
  /** Seconds; sent as `Retry-After`. */
  readonly retryAfter: number | undefined
  /** Said instead of the reason's own text, by language. */
  readonly texts: Partial<Record<LanguageCode, string>>

  constructor(
    key: ErrorKey,
    options: {
      params?: TextParams
      data?: unknown
      retryAfter?: number
      texts?: Partial<Record<LanguageCode, string>>
      cause?: unknown
    } = {},
  ) {
    super(key, { cause: options.cause })
    this.name = 'Refusal'
    this.key = key
    this.params = options.params ?? {}
    ;[this.httpStatus, this.status] = statuses[key] ?? [400, EnvelopeStatus.badRequest]
    this.data = options.data ?? null
    this.retryAfter = options.retryAfter
    this.texts = options.texts ?? {}
  }
}
