/** What each sealed column is sealed as (`context` of Vault): authenticated with the value, so that it cannot be opened as another. */
export const sealedAs = {
  cpf: 'users.cpf',
  birthDate: 'users.birth_date_encrypted',
  payoutKey: 'payoutKey',
  payer: 'sandbox_payments.payer',
  mail: 'outbox.sealed',
  voucher: 'vouchers.sealed',
  identityCheck: 'identity_checks.person',
  /** One player's picture cannot take the place of another's. */
  identityPicture: (userId: string, kind: string) => `identity_pictures.image ${userId} ${kind}`,
  keptIdentity: 'kept_identities.person',
  /** A chunk belongs to its place in its file. */
  exportChunk: (exportId: string, seq: number) => `export_chunks.body ${exportId} ${seq}`,
  reportLot: 'regulator_lots.content',
  totp: 'office.staff.totp',
  officeAnswer: 'office.action_keys.answer',
  lastingKeys: 'settings.lastingKeys',
} as const

export interface SealedColumn {
  /** With its schema, unless that is `public`. */
  table: string
  column: string
  /** Of a row, of which `from` are read beside the key. */
  as: string | { from: readonly string[]; context: (row: Record<string, unknown>) => string }
  /** Its values are files: few are read at a time. */
  isLarge?: boolean
}

/**
 * Every column whose values are sealed with the encryption key: what `npm run reseal` goes through. A test compares it with the
 * database: a new column of bytes is named here or there.
 */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'users', column: 'cpf_encrypted', as: sealedAs.cpf },
  { table: 'users', column: 'birth_date_encrypted', as: sealedAs.birthDate },
  { table: 'kept_identities', column: 'cpf_encrypted', as: sealedAs.cpf },
  { table: 'kept_identities', column: 'person', as: sealedAs.keptIdentity },
  { table: 'payout_destinations', column: 'key_encrypted', as: sealedAs.payoutKey },
  { table: 'payout_keys', column: 'key_encrypted', as: sealedAs.payoutKey },
  { table: 'withdrawals', column: 'key_encrypted', as: sealedAs.payoutKey },
  { table: 'identity_checks', column: 'person', as: sealedAs.identityCheck },
  {
    table: 'identity_pictures',
    column: 'image',
    as: {
      from: ['user_id', 'kind'],
      context: (row) => sealedAs.identityPicture(String(row['user_id']), String(row['kind'])),
    },
    isLarge: true,
  },
  {
    table: 'export_chunks',
    column: 'body',
    as: {
      from: ['export_id', 'seq'],
      context: (row) => sealedAs.exportChunk(String(row['export_id']), Number(row['seq'])),
    },
    isLarge: true,
  },
  { table: 'outbox', column: 'sealed', as: sealedAs.mail },
  { table: 'vouchers', column: 'sealed', as: sealedAs.voucher },
  { table: 'regulator_lots', column: 'content', as: sealedAs.reportLot, isLarge: true },
  { table: 'office.staff', column: 'totp_secret', as: sealedAs.totp },
  { table: 'office.staff', column: 'totp_pending', as: sealedAs.totp },
  { table: 'office.action_keys', column: 'answer', as: sealedAs.officeAnswer },
  { table: 'sandbox_provider.payments', column: 'payer_encrypted', as: sealedAs.payer },
]
