import { hashSync, verifySync } from '@node-rs/argon2'
import { drawCaptcha, type CaptchaImage } from './captcha/image.ts'

/** Work that takes tens of milliseconds of CPU time. Without `stored` a password is hashed, with it verified. */
export type HeavyJob =
  | { kind: 'password'; password: string; stored?: string | undefined }
  | { kind: 'captcha' }

/** Argon2id as OWASP recommends it: 19 MiB, two passes, one lane. */
export const argon2Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 }

/** Runs a job on the calling thread: a string for a new hash, a boolean for a verification, or a picture. */
export function runHeavyJob(job: HeavyJob): string | boolean | CaptchaImage {
  if (job.kind === 'captcha') return drawCaptcha()
  const { password, stored } = job
  return stored === undefined ? hashSync(password, argon2Options) : verifySync(stored, password)
}
