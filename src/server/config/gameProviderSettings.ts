import { z } from 'zod'
import { oneOf, origins, toTrustedProxies, url } from './fields.ts'

/** How the game provider Hub88 is reached, and how its calls are known (docs/games.md). */
export interface Hub88Settings {
  apiUrl: string | undefined
  /** Our number at Hub88. */
  operatorId: number | undefined
  /** Which of an operator's brands this is; undefined where there is only one. */
  subPartner: string | undefined
  /** Our private key, which signs our calls (PEM). */
  privateKeyFile: string | undefined
  /** The public key of Hub88, which signs its own (PEM). */
  publicKeyFile: string | undefined
  /** Origins whose pages may be framed. */
  gameOrigins: string[] | undefined
  /** Origins of pictures of games; undefined: the games have none. */
  imageOrigins: string[] | undefined
  /** Addresses and networks from which Hub88 calls; undefined: any, because the signature decides. */
  addresses: string[] | undefined
}

export const gameProviderFields = {
  GAME_PROVIDERS: z
    .string()
    .transform((text) => text.split(',').map((name) => name.trim()))
    .pipe(z.array(oneOf('GAME_PROVIDERS', ['example', 'hub88'])))
    .default([]),
  HUB88_API_URL: url('HUB88_API_URL', /^https?$/, 'https://api.hub88.example').optional(),
  HUB88_OPERATOR_ID: z
    .string()
    .regex(/^\d{1,9}$/, { error: 'HUB88_OPERATOR_ID must be a number' })
    .transform(Number)
    .optional(),
  HUB88_SUB_PARTNER: z.string().min(1).max(100).optional(),
  HUB88_PRIVATE_KEY_FILE: z.string().min(1).optional(),
  HUB88_PUBLIC_KEY_FILE: z.string().min(1).optional(),
  HUB88_GAME_ORIGINS: origins('HUB88_GAME_ORIGINS').optional(),
  HUB88_IMAGE_ORIGINS: origins('HUB88_IMAGE_ORIGINS').optional(),
  HUB88_ADDRESSES: z
    .string()
    .transform(toTrustedProxies)
    .pipe(
      z.array(z.string(), { error: 'HUB88_ADDRESSES must be addresses or networks, separated by commas' }),
    )
    .optional(),
}

type Values = z.output<z.ZodObject<typeof gameProviderFields>>

export function hub88Of(values: Values): Hub88Settings {
  return {
    apiUrl: values.HUB88_API_URL,
    operatorId: values.HUB88_OPERATOR_ID,
    subPartner: values.HUB88_SUB_PARTNER,
    privateKeyFile: values.HUB88_PRIVATE_KEY_FILE,
    publicKeyFile: values.HUB88_PUBLIC_KEY_FILE,
    gameOrigins: values.HUB88_GAME_ORIGINS,
    imageOrigins: values.HUB88_IMAGE_ORIGINS,
    addresses: values.HUB88_ADDRESSES,
  }
}
