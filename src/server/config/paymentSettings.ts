import { z } from 'zod'
import { cents } from '#contract/money.ts'
import { oneOf, url } from './fields.ts'

/** How a bank's interface is reached: addresses, credentials, and the files of the client certificate (PEM). */
export interface BankSettings {
  apiUrl: string | undefined
  tokenUrl: string | undefined
  clientId: string | undefined
  clientSecret: string | undefined
  tokenFormat: 'form' | 'json'
  certificateFile: string | undefined
  privateKeyFile: string | undefined
  /** The authority that signed the bank's certificate, unless Node trusts it. */
  authorityFile: string | undefined
  /** Our own Pix key at this bank. */
  pixKey: string | undefined
}

export const paymentFields = {
  PAYMENT_PROVIDER: oneOf('PAYMENT_PROVIDER', ['sandbox', 'pix']).optional(),
  PIX_API_URL: url('PIX_API_URL', /^https$/, 'https://pix.bank.example/api/v2').optional(),
  PIX_TOKEN_URL: url('PIX_TOKEN_URL', /^https$/, 'https://pix.bank.example/oauth/token').optional(),
  PIX_CLIENT_ID: z.string().min(1).optional(),
  PIX_CLIENT_SECRET: z.string().min(1).optional(),
  PIX_TOKEN_FORMAT: oneOf('PIX_TOKEN_FORMAT', ['form', 'json']).default('form'),
  PIX_CERTIFICATE_FILE: z.string().min(1).optional(),
  PIX_PRIVATE_KEY_FILE: z.string().min(1).optional(),
  PIX_AUTHORITY_FILE: z.string().min(1).optional(),
  PIX_KEY: z.string().min(1).max(77).optional(),
  PAYOUT_PROVIDER: oneOf('PAYOUT_PROVIDER', ['sandbox', 'efi']).default('sandbox'),
  PAYOUT_AUTO_LIMIT: z
    .string()
    .regex(/^\d{1,6}$/, { error: 'PAYOUT_AUTO_LIMIT must be an amount in whole reais up to 999999' })
    .default('0')
    .transform((reais) => cents(Number(reais) * 100)),
  EFI_API_URL: url('EFI_API_URL', /^https$/, 'https://pix.api.efipay.com.br').optional(),
  EFI_CLIENT_ID: z.string().min(1).optional(),
  EFI_CLIENT_SECRET: z.string().min(1).optional(),
  EFI_CERTIFICATE_FILE: z.string().min(1).optional(),
  EFI_PRIVATE_KEY_FILE: z.string().min(1).optional(),
  EFI_AUTHORITY_FILE: z.string().min(1).optional(),
  EFI_KEY: z.string().min(1).max(77).optional(),
}

type Values = z.output<z.ZodObject<typeof paymentFields>>

export function bankOf(values: Values): BankSettings {
  return {
    apiUrl: values.PIX_API_URL,
    tokenUrl: values.PIX_TOKEN_URL,
    clientId: values.PIX_CLIENT_ID,
    clientSecret: values.PIX_CLIENT_SECRET,
    tokenFormat: values.PIX_TOKEN_FORMAT,
    certificateFile: values.PIX_CERTIFICATE_FILE,
    privateKeyFile: values.PIX_PRIVATE_KEY_FILE,
    authorityFile: values.PIX_AUTHORITY_FILE,
    pixKey: values.PIX_KEY,
  }
}

export function efiOf(values: Values): BankSettings {
  return {
    apiUrl: values.EFI_API_URL,
    // Below the API's address.
    tokenUrl: undefined,
    clientId: values.EFI_CLIENT_ID,
    clientSecret: values.EFI_CLIENT_SECRET,
    tokenFormat: 'json',
    certificateFile: values.EFI_CERTIFICATE_FILE,
    privateKeyFile: values.EFI_PRIVATE_KEY_FILE,
    authorityFile: values.EFI_AUTHORITY_FILE,
    pixKey: values.EFI_KEY,
  }
}
