/**
 * The error that a failed call throws in the client, and the keys of refusal reasons, which the server translates
 * into the player's language. docs/product.md, "Errors".
 */
/** `status` of the envelope; 0 is success. */
export const EnvelopeStatus = {
  ok: 0,
  badRequest: 400,
  loggedOut: 40101,
  insufficientFunds: 9999,
  serviceClosed: 1403,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  unprocessable: 422,
  tooManyRequests: 429,
  internal: 500,
} as const

/** The envelope of every response: `status` 0 is success; `message` is in the language of the `lang` header. */
export interface Envelope<Data> {
  status: number
  message: string
  data: Data
}

/**
 * Whether a body is an envelope. Whatever else comes in its place, with whatever HTTP status, is not from the server: a
 * network's login page, a proxy's error, a notice of maintenance.
 */
export function isEnvelope(body: unknown): body is Envelope<unknown> {
  if (typeof body !== 'object' || body === null) return false
  const { status, message } = body as Partial<Envelope<unknown>>
  return typeof status === 'number' && typeof message === 'string'
}

/** The reasons of a refusal. Each has a message in every language (src/server/texts). */
export const errorKeys = [
  'badRequest',
  'unknownField',
  'fieldInvalid',
  'loggedOut',
  'sessionIdle',
  'badCredentials',
  'tooManyAttempts',
  'tooManyCalls',
  'captchaWrong',
  'captchaExpired',
  'captchaUsed',
  'captchaMissing',
  'emailInvalid',
  'emailMixedScripts',
  'emailTaken',
  'phoneInvalid',
  'passwordWeak',
  'passwordContainsEmail',
  'passwordCommon',
  'passwordsDiffer',
  'passwordWrong',
  'inviteCodeUnknown',
  'resetCodeWrong',
  'resetCodeExpired',
  'resetCheckInvalid',
  'notFound',
  'forbidden',
  'kioskForbidden',
  'conflict',
  'insufficientFunds',
  'serviceClosed',
  'internal',
  'outcomeUnknown',
  'orderPending',
  'orderExpired',
  'orderNotPending',
  'packageUnknown',
  'offerUnavailable',
  'bonusUsed',
  'paymentProviderDown',
  'gameProviderDown',
  'kycRequired',
  'withdrawKycRequired',
  'kycInvalidName',
  'nameTooShort',
  'nameTooLong',
  'kycAlreadyDone',
  'kycPending',
  'kycRefused',
  'identityPicturesMissing',
  'pictureInvalid',
  'personBlocked',
  'registerSilent',
  'emailConfirmed',
  'cpfInvalid',
  'birthDateInvalid',
  'underage',
  'cpfTaken',
  'cnpjInvalid',
  'usdtAddressInvalid',
  'usdtNotEnabled',
  'withdrawLocked',
  'withdrawNoneLeft',
  'withdrawNothing',
  'withdrawHeld',
  'withdrawBelowMinimum',
  'withdrawAboveMaximum',
  'withdrawDestinationMissing',
  'savedKeysFull',
  'withdrawTestAccount',
  'voucherUnderReview',
  'withdrawNotOwnCpf',
  'holderNameMissing',
  'notTestAccount',
  'avatarInvalid',
  'nicknameInvalid',
  'nicknameReserved',
  'nicknameTaken',
  'nicknameTooSoon',
  'passkeyRefused',
  'passkeyTooMany',
  'eraseHasMoney',
  'restChanged',
  'idempotencyKeyReused',
  'idempotencyKeyMissing',
  'idempotencyKeyTooLong',
  'stakeInvalid',
  'stakeTooLow',
  'stakeTooHigh',
  'roundOpen',
  'roundNotFound',
  'roundFinished',
  'tileInvalid',
  'tileOpened',
  'nothingToCashOut',
  'minesInvalid',
  'betInvalid',
  'bettingClosed',
  'exposureReached',
  'winTooHigh',
  'clientSeedInvalid',
  'seedInUse',
  'gameUnknown',
  'gameTicketInvalid',
  'gameSessionEnded',
  'matchUnknown',
  'marketClosed',
  'oddsChanged',
  'slipInvalid',
  'boostLimit',
  'selectionFull',
  'parlayLimit',
  'parlaySameMatch',
  'ticketNotFound',
  'ticketSettled',
  'cashOutUnavailable',
  'cashOutSuspended',
  'cashOutPart',
  'linkExpired',
  'voucherUnknown',
  'voucherUsed',
  'voucherExpired',
  'voucherVoid',
  'giftNone',
  'claimTaken',
  'claimNotReady',
  'claimExpired',
  'limitReached',
  'timeLimitReached',
  'houseLimitReached',
  'limitsMissing',
  'emailUnconfirmed',
  'excluded',
  'suspended',
  'accountClosed',
  'bodyTooLarge',
  'chatEmpty',
  'chatTooLong',
  'chatTooFast',
  'chatTicketInvalid',
] as const

export type ErrorKey = (typeof errorKeys)[number]

/**
 * A failed call. `kind`: `network` no response within 30 s, or no connection; `loggedOut` 401 or 40101; `funds` 9999;
 * `closed` 1403; `refused` anything else. `message` is the server's text or ''.
 */
export class CallError extends Error {
  readonly kind: 'network' | 'loggedOut' | 'funds' | 'closed' | 'refused'
  readonly httpStatus: number
  readonly status: number
  readonly path: string
  readonly data: unknown

  constructor(init: {
    kind: CallError['kind']
    httpStatus: number
    status: number
    message: string
    path: string
    data?: unknown
  }) {
    super(init.message)
    this.name = 'CallError'
    this.kind = init.kind
    this.httpStatus = init.httpStatus
    this.status = init.status
    this.path = init.path
    this.data = init.data
  }
}

/** The kind of failure of a response; undefined for success. `status` is the envelope's. */
export function failureKind(httpStatus: number, status: number): CallError['kind'] | undefined {
  if (httpStatus === 401 || status === EnvelopeStatus.loggedOut) return 'loggedOut'
  if (httpStatus >= 200 && httpStatus < 300) return undefined
  if (httpStatus === 500 && status === EnvelopeStatus.insufficientFunds) return 'funds'
  if (httpStatus === 500 && status === EnvelopeStatus.serviceClosed) return 'closed'
  return 'refused'
}

/** After these the same idempotency key may succeed: no response, too many calls, a payment provider that is down. */
const undecidedCodes = [0, 429, 503]
const undecidedStatuses: readonly number[] = [EnvelopeStatus.internal, EnvelopeStatus.serviceClosed]

/**
 * Whether a call with an idempotency key may have taken effect. After a server error that is unknown, and only a retry with
 * the same key can tell. A refusal that the server does not store (too many calls, a payment provider that is down, a closed
 * service) says nothing about an earlier attempt whose response was lost. Every other response is the call's outcome; `httpStatus`
 * 0 is none. `status` is the envelope's.
 */
export function isUndecided(httpStatus: number, status: number): boolean {
  return undecidedCodes.includes(httpStatus) || undecidedStatuses.includes(status)
}
