import { timingSafeEqual } from 'node:crypto'
import { createChallenge, randomInt, solveChallenge, verifySolution, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import type { Vault } from '../../config/crypto.ts'

/** An ALTCHA challenge (version 2 of its format) in the form that the widget expects. */
export type ProofChallenge = Pick<Challenge, 'parameters' | 'signature'>

/** PBKDF2 rounds for each key that the widget tries. */
const cost = 1000
/** The number of keys to try lies between these: about half a second of work on a phone. */
const minCounter = 300
const maxCounter = 1500

const payloadSchema = z.object({
  challenge: z.object({
    parameters: z.looseObject({ nonce: z.string().max(200) }),
    signature: z.string().max(200),
  }),
  solution: z.object({
    counter: z.number().int().min(0).max(0xffffffff),
    derivedKey: z.string().max(200),
    time: z.number().optional(),
  }),
})

/**
 * A signed challenge for one captcha id. The captcha's row contains the expiry, because the sandbox moves the clock.
 */
export async function createProof(vault: Vault, codeId: string): Promise<ProofChallenge> {
  const { parameters, signature } = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost,
    counter: randomInt(maxCounter, minCounter),
    deriveKey,
    data: { codeId },
    ...keysOf(vault),
  })
  return { parameters, signature }
}

/**
 * Whether `text`, the widget's base64 payload, solves exactly this challenge. The caller accepts only one attempt for
 * each challenge, so a payload cannot be reused.
 */
export async function isProof(vault: Vault, expected: ProofChallenge, text: string): Promise<boolean> {
  const payload = payloadSchema.safeParse(parse(text))
  if (!payload.success || !sameText(payload.data.challenge.signature, expected.signature ?? '')) return false
  const { solution } = payload.data
  // Verify the stored challenge: the parameters of the submitted one could have been changed.
  const result = await verifySolution({ challenge: expected, solution, deriveKey, ...keysOf(vault) })
  return result.verified
}

/** The sandbox's own solver: the payload that a widget would send. */
export async function solveProof(challenge: ProofChallenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey, counterStart: minCounter })
  if (!solution) throw new Error('the challenge has no solution')
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

function keysOf(vault: Vault): { hmacSignatureSecret: string; hmacKeySignatureSecret: string } {
  const derive = (use: string) => vault.index(use, 'captcha').toString('hex')
  return { hmacSignatureSecret: derive('challenge'), hmacKeySignatureSecret: derive('solution') }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64').toString('utf8'))
  } catch {
    return undefined
  }
}

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
