import { randomInt } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { AppDeps } from '../deps.ts'
import { captchaKind, issueCaptcha, listCaptchas, readAnswer } from '../domain/captcha/captcha.ts'
import { queuedMails } from '../domain/accounts/outbox.ts'
import { writeSetting } from '../domain/installation/settings.ts'
import { readMailbox } from '../providers/mail/SandboxMailer.ts'
import { Refusal } from '../texts/refusal.ts'
import { control, noInput } from './control.ts'

const shownMails = 100

/** Captcha answers and sent e-mails. */
export function registerMailboxControls(scope: FastifyInstance, deps: AppDeps): void {
  control(
    scope,
    ['GET', 'captcha/:codeId'],
    'Answer of a valid captcha, or of the newest one (`latest`)',
    noInput,
    async ({ params: { codeId = '' } }) => {
      if (codeId !== 'latest' && !/^\d{1,8}$/.test(codeId)) throw new Refusal('notFound')
      const answer = await readAnswer(deps, codeId)
      if (!answer) throw new Refusal('notFound')
      return answer
    },
  )

  control(
    scope,
    ['POST', 'captcha'],
    'Set the kind of captcha for new requests',
    z.strictObject({ kind: z.enum(['image', 'widget']) }),
    async ({ input }) => {
      await writeSetting(deps.db, 'captcha', input.kind)
      deps.settings.forget()
      return input
    },
  )

  control(scope, ['GET', 'captchas'], 'Live captchas and the kind in use', noInput, async () => ({
    kind: await captchaKind(deps),
    list: await listCaptchas(deps),
  }))

  control(
    scope,
    ['POST', 'captchas'],
    "A captcha of the caller's own, with its answer; of the kind in use unless `kind` says",
    z.strictObject({ kind: z.enum(['image', 'widget']).optional() }),
    async ({ input }) => {
      const kind = input.kind ?? (await captchaKind(deps))
      const codeId = String(randomInt(100_000_000))
      await issueCaptcha(deps, codeId, kind)
      const captcha = await readAnswer(deps, codeId)
      if (!captcha) throw new Error(`captcha ${codeId} was not stored`)
      return { ...captcha, kind }
    },
  )

  control(
    scope,
    ['GET', 'outbox'],
    'E-mails sent, newest first',
    z.looseObject({ to: z.string().max(254).optional() }),
    async ({ input }) => {
      const to = input.to?.trim() || undefined
      // The ones that wait first: a mail that is sent in between is then in the mailbox.
      const queued = (await queuedMails(deps, to, shownMails)).map((mail) => ({
        ...mail,
        url: mail.link?.url ?? null,
      }))
      const mails = new Map(
        [...queued, ...(await readMailbox(deps, to, shownMails))].map((mail) => [mail.id, mail]),
      )
      return [...mails.values()]
        .toSorted((a, b) => Number(b.id) - Number(a.id))
        .slice(0, shownMails)
        .map(({ to: address, subject, text, code, url, createdAt }) => ({
          to: address,
          subject,
          text,
          code,
          link: url,
          sentAt: createdAt.toISOString(),
        }))
    },
  )
}
