/** Hashes `password`, or verifies it against the hash `stored`. */
export interface PasswordJob {
  password: string
  stored?: string | undefined
}

/** Argon2id as OWASP recommends it: 19 MiB, two passes, one lane. */
export const argon2Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 }
