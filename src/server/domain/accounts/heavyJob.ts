import { hashSync, verifySync } from '@node-rs/argon2'
import { drawCaptcha, type CaptchaImage } from './captcha/image.ts'

/** Work that takes tens of milliseconds of CPU time. Without `stored` a password is hashed, with it verified. */
export type HeavyJob =
  | { kind: 'password'; password: string; stored?: string | undefined }
  | { kind: 'captcha' }

/**
 * Argon2id as OWASP recommends it: 7 MiB, five passes, one lane. Of its equivalent choices, 19 MiB and two passes took half
 * as long again and slowed down more of what ran beside it.
 */
export const argon2Options = { memoryCost: 7_168, timeCost: 5, parallelism: 1, outputLen: 32 }

/** Whether a stored hash was made with other options than those of today. */
export function isOfOtherOptions(stored: string): boolean {
  const { memoryCost, timeCost, parallelism } = argon2Options
  return !stored.includes(`$m=${memoryCost},t=${timeCost},p=${parallelism}$`)
}

/** Runs a job on the calling thread: a string for a new hash, a boolean for a verification, or a picture. */
export function runHeavyJob(job: HeavyJob): string | boolean | CaptchaImage {
  if (job.kind === 'captcha') return drawCaptcha()
  const { password, stored } = job
  return stored === undefined ? hashSync(password, argon2Options) : verifySync(stored, password)
}
