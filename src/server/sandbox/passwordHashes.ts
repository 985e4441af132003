import { LRUCache } from 'lru-cache'
import { hashPassword } from '../domain/accounts/passwords.ts'

/** By password. Players of the sandbox with equal passwords share one hash and its salt. */
const hashes = new LRUCache<string, string>({ max: 1_000, fetchMethod: (password) => hashPassword(password) })

/**
 * A cached password hash: tests create thousands of players, nearly all with the same password, and hashing
 * is slow on purpose. Registration and password reset do not use the cache.
 */
export function sandboxPasswordHash(password: string): Promise<string> {
  return hashes.forceFetch(password)
}
