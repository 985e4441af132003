/** Kinds of variables of the environment, each with an error that names the variable. */
import { isIP } from 'node:net'
import { z } from 'zod'

export const flag = (name: string) =>
  z
    .enum(['0', '1', 'true', 'false'], { error: `${name} must be 0 or 1` })
    .transform((value) => value === '1' || value === 'true')

export const oneOf = <const Values extends readonly [string, ...string[]]>(name: string, values: Values) =>
  z.enum(values, { error: `${name} must be one of ${values.join(', ')}` })

export const url = (name: string, protocols: RegExp, example: string) =>
  z.url({ protocol: protocols, error: `${name} must be a URL such as ${example}` })

export const secret = (name: string) =>
  z.string().regex(/^[0-9a-f]{64}$/i, { error: `${name} must be 64 hexadecimal digits` })

export const portNumber = (name: string) => {
  const error = `${name} must be a number from 0 to 65535`
  return z
    .string()
    .regex(/^\d{1,5}$/, { error })
    .transform(Number)
    .refine((port) => port <= 65_535, { error })
}

/** `https://host` or `http://host`, with a port or without: nothing that a policy would read as more. */
export const origins = (name: string) => {
  const error = `${name} must be origins such as https://games.example, separated by commas`
  const origin = z
    .string()
    .refine((text) => URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text, { error })
  return z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(origin))
}

/** Undefined for a text that is neither a number of proxies nor a list of addresses. */
export function toTrustedProxies(text: string): false | number | string[] | undefined {
  if (/^\d{1,2}$/.test(text)) return text === '0' ? false : Number(text)
  const networks = text.split(',').map((network) => network.trim())
  return networks.every(isNetwork) ? networks : undefined
}

/** 10.0.0.7, 10.0.0.0/8 or fd00::/8. A prefix length of 0 is refused, because it would trust everyone. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const longest = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  if (longest === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= longest)
}
