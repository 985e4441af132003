import { z } from 'zod'
import { portNumber, url } from './fields.ts'
import { StartError } from './startError.ts'

/** Where the product, the games, the back office and the supervisors' page are reached. */
export interface AddressSettings {
  /** 0 takes any free port. */
  port: number
  host: string
  /** Where players reach the server, without a slash at the end. */
  publicUrl: string
  /**
   * Whether PUBLIC_URL is set. If not, publicUrl is derived from host and port, and players may use another
   * address.
   */
  hasPublicUrl: boolean
  /** The port of the games' own origin; 0 takes any free port. */
  gamesPort: number
  /** Whether GAMES_PORT is set. If not, another port is used when gamesPort is taken. */
  hasGamesPort: boolean
  /**
   * The origin at which players reach the games. Undefined: the host that they used for the product, with
   * gamesPort.
   */
  gamesUrl: string | undefined
  /** The port of the back office; 0 takes any free port, undefined: this server has none. */
  officePort: number | undefined
  /** Whether OFFICE_PORT is set. If not, another port is used when officePort is taken. */
  hasOfficePort: boolean
  /** The origin at which staff reach the back office. Undefined: the host that they used, with officePort. */
  officeUrl: string | undefined
  /** The port for supervisors: health checks and metrics. Undefined: health checks on the main port only, no metrics. */
  opsPort: number | undefined
}

export const addressFields = {
  PORT: portNumber('PORT').default(5250),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, { error: 'HOST must be an address or a host name' })
    .default('127.0.0.1'),
  PUBLIC_URL: url('PUBLIC_URL', /^https?$/, 'https://palpite.example').optional(),
  GAMES_PORT: portNumber('GAMES_PORT').optional(),
  GAMES_URL: url('GAMES_URL', /^https?$/, 'https://games.palpite.example')
    .refine((text) => !URL.canParse(text) || new URL(text).pathname === '/', {
      error: 'GAMES_URL must be an origin, without a path',
    })
    .optional(),
  OFFICE_PORT: portNumber('OFFICE_PORT').optional(),
  OFFICE_URL: url('OFFICE_URL', /^https?$/, 'https://office.palpite.example')
    .refine((text) => !URL.canParse(text) || new URL(text).pathname === '/', {
      error: 'OFFICE_URL must be an origin, without a path',
    })
    .optional(),
  OPS_PORT: portNumber('OPS_PORT').optional(),
}

type Values = z.output<z.ZodObject<typeof addressFields>>

export function addressesOf(values: Values, production: boolean): AddressSettings {
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl: publicUrlOf(values),
    hasPublicUrl: values.PUBLIC_URL !== undefined,
    gamesPort: values.GAMES_PORT ?? (values.PORT === 0 || values.PORT === 65_535 ? 0 : values.PORT + 1),
    hasGamesPort: values.GAMES_PORT !== undefined,
    gamesUrl: values.GAMES_URL && new URL(values.GAMES_URL).origin,
    officePort: values.OFFICE_PORT ?? (production ? undefined : defaultOfficePort(values)),
    hasOfficePort: values.OFFICE_PORT !== undefined,
    officeUrl: values.OFFICE_URL && new URL(values.OFFICE_URL).origin,
    opsPort: values.OPS_PORT,
  }
}

/** Throws a StartError where two servers of this process would have one port. */
export function refuseSharedPorts(values: Values): void {
  if (values.GAMES_PORT === values.PORT && values.PORT !== 0)
    throw new StartError('GAMES_PORT must not be PORT: games have an origin of their own')
  if (
    values.OPS_PORT !== undefined &&
    values.OPS_PORT !== 0 &&
    [values.PORT, values.GAMES_PORT].includes(values.OPS_PORT)
  )
    throw new StartError('OPS_PORT must not be PORT or GAMES_PORT: metrics are not for players')
  const isOtherPort =
    values.OFFICE_PORT === 0 ||
    ![values.PORT, values.GAMES_PORT, values.OPS_PORT].includes(values.OFFICE_PORT)
  if (values.OFFICE_PORT !== undefined && !isOtherPort)
    throw new StartError(
      'OFFICE_PORT must not be PORT, GAMES_PORT or OPS_PORT: the office has an origin of its own',
    )
}

/** Throws a StartError where pages that must not reach each other would have one origin. */
export function refuseSharedOrigins(values: Values): void {
  const publicUrl = publicUrlOf(values)
  if (values.GAMES_URL && new URL(values.GAMES_URL).origin === new URL(publicUrl).origin)
    throw new StartError('GAMES_URL must not be PUBLIC_URL: games have an origin of their own')
  const officeUrl = values.OFFICE_URL && new URL(values.OFFICE_URL).origin
  const others = [publicUrl, values.GAMES_URL].map((address) => address && new URL(address).origin)
  if (officeUrl && others.includes(officeUrl))
    throw new StartError(
      'OFFICE_URL must not be PUBLIC_URL or GAMES_URL: the office has an origin of its own',
    )
}

/** The second port after PORT, unless another server of this process has it; 0: any. */
function defaultOfficePort({ PORT, GAMES_PORT, OPS_PORT }: Values): number {
  const port = PORT + 2
  return PORT === 0 || port > 65_535 || [GAMES_PORT, OPS_PORT].includes(port) ? 0 : port
}

function publicUrlOf(values: Values): string {
  if (values.PUBLIC_URL) return values.PUBLIC_URL.replace(/\/+$/, '')
  const host = ['0.0.0.0', '::'].includes(values.HOST) ? '127.0.0.1' : values.HOST
  return `http://${host.includes(':') ? `[${host}]` : host}:${values.PORT}`
}
