import { LRUCache } from 'lru-cache'
import type { AppDeps } from '../deps.ts'
import { hashPassword } from '../domain/accounts/passwords.ts'

type Deps = Pick<AppDeps, 'cpu' | 'traffic'>

/** By password. Players of the sandbox with equal passwords share one hash and its salt. */
const hashes = new LRUCache<string, string, Deps>({
  max: 1_000,
  fetchMethod: (password, _stale, { context }) => hashPassword(context, password),
})

/**
 * A cached password hash: tests create thousands of players, nearly all with the same password, and hashing
 * is slow on purpose. Registration and password reset do not use the cache.
 */
export function sandboxPasswordHash(deps: Deps, password: string): Promise<string> {
  return hashes.forceFetch(password, { context: deps })
}
