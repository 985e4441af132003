import type { AppDeps } from '../../deps.ts'
import { hashPassword as hash, verifyHash, type Comparison } from './argon2.ts'

type Deps = Pick<AppDeps, 'cpu' | 'traffic'>

/** Throws tooManyCalls when too many passwords are waiting. */
export function hashPassword({ cpu, traffic }: Deps, password: string): Promise<string> {
  return traffic.passwords.run(() => cpu.run({ name: 'hashPassword', run: hash }, password))
}

let dummyHash: Promise<string> | undefined

/** Takes the same time with and without a stored hash, so that timing does not reveal which accounts exist. */
export async function comparePassword(
  deps: Deps,
  stored: string | undefined,
  password: string,
): Promise<Comparison> {
  dummyHash ??= hashPassword(deps, 'nobody').catch((error: unknown) => {
    // A full queue must not refuse unknown accounts for ever.
    dummyHash = undefined
    throw error
  })
  const input = { stored: stored ?? (await dummyHash), password }
  const comparison = await deps.traffic.passwords.run(() =>
    deps.cpu.run({ name: 'verifyHash', run: verifyHash }, input),
  )
  return stored === undefined ? { isRight: false, isFormer: false } : comparison
}

/** `comparePassword`, where the hash stays as it is. */
export async function verifyPassword(
  deps: Deps,
  stored: string | undefined,
  password: string,
): Promise<boolean> {
  return (await comparePassword(deps, stored, password)).isRight
}
