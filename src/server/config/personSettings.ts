import { z } from 'zod'
import { oneOf, url } from './fields.ts'

/** A service that checks persons, reached over HTTPS (docs/identity.md). */
export interface IdentitySettings {
  url: string | undefined
  token: string | undefined
}

/** The register of persons who must not bet (docs/identity.md). */
export interface RegisterSettings {
  /** Has `{cpf}` in it. */
  url: string | undefined
  /** Where a token is asked for with the client certificate. */
  tokenUrl: string | undefined
  certificateFile: string | undefined
  privateKeyFile: string | undefined
  authorityFile: string | undefined
  /** How many persons may be asked about in a minute, apart from those who register or log in. */
  perMinute: number
}

/** The reports for the regulator (docs/regulator.md). */
export interface RegulatorSettings {
  url: string | undefined
  /** Folder of the operator's copies of the schemas. */
  schemas: string | undefined
}

export const personFields = {
  IDENTITY_PROVIDER: oneOf('IDENTITY_PROVIDER', ['sandbox', 'manual', 'http']).optional(),
  IDENTITY_URL: url('IDENTITY_URL', /^https$/, 'https://identity.example/v1').optional(),
  IDENTITY_TOKEN: z.string().min(1).optional(),
  BLOCKED_PERSONS: oneOf('BLOCKED_PERSONS', ['none', 'sandbox', 'sigap']).default('none'),
  SIGAP_URL: z
    .string()
    .regex(/^https:\/\/\S*\{cpf\}\S*$/, {
      error: 'SIGAP_URL must be an https address with {cpf} in it',
    })
    .optional(),
  SIGAP_TOKEN_URL: url('SIGAP_TOKEN_URL', /^https$/, 'https://register.example/token').optional(),
  SIGAP_CERTIFICATE_FILE: z.string().min(1).optional(),
  SIGAP_PRIVATE_KEY_FILE: z.string().min(1).optional(),
  SIGAP_AUTHORITY_FILE: z.string().min(1).optional(),
  REGULATOR: oneOf('REGULATOR', ['none', 'sigap']).default('none'),
  SIGAP_RECEPTION_URL: url('SIGAP_RECEPTION_URL', /^https$/, 'https://reception.example').optional(),
  REPORT_SCHEMAS: z.string().min(1).optional(),
  SIGAP_PER_MINUTE: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, { error: 'SIGAP_PER_MINUTE must be a number from 1 to 99999' })
    .default('120')
    .transform(Number),
}

type Values = z.output<z.ZodObject<typeof personFields>>

export function identityOf(values: Values): IdentitySettings {
  return { url: values.IDENTITY_URL, token: values.IDENTITY_TOKEN }
}

export function registerOf(values: Values): RegisterSettings {
  return {
    url: values.SIGAP_URL,
    tokenUrl: values.SIGAP_TOKEN_URL,
    certificateFile: values.SIGAP_CERTIFICATE_FILE,
    privateKeyFile: values.SIGAP_PRIVATE_KEY_FILE,
    authorityFile: values.SIGAP_AUTHORITY_FILE,
    perMinute: values.SIGAP_PER_MINUTE,
  }
}

export function reportsOf(values: Values): RegulatorSettings {
  return { url: values.SIGAP_RECEPTION_URL, schemas: values.REPORT_SCHEMAS }
}
