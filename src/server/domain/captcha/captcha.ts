import { bareCode } from '#contract/rules/typed.ts'
import type { AppDeps } from '../../deps.ts'
import { Refusal } from '../../texts/refusal.ts'
import { profileOf } from '../../config/jurisdictions.ts'
import { createProof, isProof, solveProof, type ProofChallenge } from './proof.ts'

const lifetimeMs = 5 * 60_000

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config'>

export type Captcha = { kind: 'image'; png: Uint8Array } | { kind: 'widget'; challenge: ProofChallenge }

interface CaptchaRow {
  kind: Captcha['kind']
  answer: string
  challenge: ProofChallenge | null
  expires_at: Date
}

/** The configured kind: an image, or the proof of work of the bot-check widget. Another process may know it a second later. */
export async function captchaKind(deps: Pick<AppDeps, 'settings' | 'config'>): Promise<Captcha['kind']> {
  return profileOf(deps).captcha ?? (await deps.settings.get()).captcha
}

/**
 * Creates the captcha of an id, replacing an earlier one. It can be used once, within five minutes. Throws tooManyCalls
 * when too many captchas are being created.
 */
export async function issueCaptcha(
  deps: Deps & Pick<AppDeps, 'captchaImages' | 'traffic'>,
  codeId: string,
  kind: Captcha['kind'],
): Promise<Captcha> {
  if (kind === 'widget') {
    return deps.traffic.captchas.run(async () => {
      const challenge = await createProof(deps.config.secrets.vault, normalId(codeId))
      await store(deps, codeId, { kind, answer: '', challenge })
      return { kind, challenge }
    })
  }
  return deps.traffic.captchas.run(async () => {
    const { answer, png } = await deps.captchaImages.take()
    await store(deps, codeId, { kind, answer, challenge: null })
    return { kind, png }
  })
}

/**
 * Checks the answer. The captcha is used afterwards, whether the answer was correct or not. Throws `captchaMissing`,
 * `captchaWrong`, `captchaExpired` or `captchaUsed`.
 */
export async function consumeCaptcha(deps: Deps, codeId: string, given: string): Promise<void> {
  const typed = bareCode(given)
  if (!/^\d{1,8}$/.test(codeId.trim())) throw new Refusal(typed === '' ? 'captchaMissing' : 'captchaExpired')
  const id = normalId(codeId)
  const now = deps.clock.now()
  const [row] = await deps.db.write<CaptchaRow>(
    `update captchas set used_at = $2 where code_id = $1 and used_at is null
     returning kind, answer, challenge, expires_at`,
    [id, now],
  )
  if (typed === '') throw new Refusal('captchaMissing')
  if (!row) {
    const known = await deps.db.read('select 1 as used from captchas where code_id = $1', [id])
    throw new Refusal(known.length > 0 ? 'captchaUsed' : 'captchaExpired')
  }
  if (row.expires_at <= now) throw new Refusal('captchaExpired')
  const isCorrect =
    row.kind === 'widget'
      ? row.challenge !== null && (await isProof(deps.config.secrets.vault, row.challenge, typed))
      : typed.toUpperCase() === row.answer
  if (!isCorrect) throw new Refusal('captchaWrong')
}

/** Sandbox only: the answer to an unexpired captcha, or to the newest one; undefined when there is none. */
export async function readAnswer(
  deps: Deps,
  codeId: string | 'latest',
): Promise<{ codeId: string; answer: string } | undefined> {
  const [row] = await deps.db.read<CaptchaRow & { code_id: string }>(
    `select code_id, kind, answer, challenge, expires_at from captchas
      where ($1 = 'latest' or code_id = $1) and used_at is null and expires_at > $2
      order by created_at desc, ctid desc limit 1`,
    [codeId === 'latest' ? codeId : normalId(codeId), deps.clock.now()],
  )
  if (!row) return undefined
  const answer = row.challenge ? await solveProof(row.challenge) : row.answer
  return { codeId: row.code_id, answer }
}

/**
 * Sandbox only: the newest unexpired captchas with their answers. A widget's answer is empty, because only readAnswer
 * solves it.
 */
export async function listCaptchas(deps: Deps): Promise<{ codeId: string; answer: string }[]> {
  return deps.db.read<{ codeId: string; answer: string }>(
    `select code_id as "codeId", case kind when 'image' then answer else '' end as answer from captchas
      where used_at is null and expires_at > $1 order by created_at desc limit 10`,
    [deps.clock.now()],
  )
}

async function store(deps: Deps, codeId: string, captcha: Omit<CaptchaRow, 'expires_at'>): Promise<void> {
  const now = deps.clock.now()
  const expiresAt = new Date(now.getTime() + lifetimeMs)
  await deps.db.write(
    `insert into captchas (code_id, kind, answer, challenge, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (code_id) do update set kind = excluded.kind, answer = excluded.answer,
       challenge = excluded.challenge, created_at = excluded.created_at,
       expires_at = excluded.expires_at, used_at = null`,
    [normalId(codeId), captcha.kind, captcha.answer, JSON.stringify(captcha.challenge), now, expiresAt],
  )
}

/** '007' and '7' are the same id. */
function normalId(codeId: string): string {
  return String(Number(codeId))
}
