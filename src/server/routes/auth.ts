import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as schema from '#contract/http/auth.schema.ts'
import { authCalls } from '#contract/http/auth.ts'
import type { AppDeps } from '../deps.ts'
import { logIn, register } from '../domain/accounts/accounts.ts'
import { captchaKind, issueCaptcha } from '../domain/captcha/captcha.ts'
import { exchangeLoginLink } from '../domain/accounts/loginLinks.ts'
import { endSessions } from '../domain/accounts/sessions.ts'
import { runCaptcha } from '../flow/traffic.ts'
import { endpoint } from '../http/endpoints/endpoint.ts'
import { originOf } from '../http/endpoints/origin.ts'

const tag = 'auth'

/** Calls of a session: captcha, registration, login, logout, one-time links. */
export function registerAuth(app: FastifyInstance, deps: AppDeps): void {
  registerCaptcha(app, deps)

  endpoint(
    app,
    deps,
    authCalls.restLogin,
    schema.restLogin,
    async ({ body, ...call }) => {
      const form = {
        email: body.username,
        password: body.pwd,
        captchaId: body.codeId,
        captchaAnswer: body.captCode,
      }
      return { data: { access_token: await logIn(deps, form, await originOf(deps, call)) } }
    },
    { tag, summary: 'Log in with e-mail, password and captcha' },
  )

  endpoint(
    app,
    deps,
    authCalls.restRegister,
    schema.restRegister,
    async ({ body, ...call }) => {
      const form = {
        email: body.username,
        password: body.pwd,
        passwordAgain: body.pwd1,
        captchaId: body.codeId,
        captchaAnswer: body.captCode,
        country: body.country ?? '',
        phone: body.phone ?? '',
        inviteCode: body.regcode ?? '',
        name: body.name ?? '',
        cpf: body.cardNo ?? '',
        birthDate: body.birthDate,
        isApp: Number(body.isapp ?? 0) === 1,
      }
      return { data: { access_token: await register(deps, form, await originOf(deps, call)) } }
    },
    { tag, summary: 'Create an account and log in' },
  )

  endpoint(
    app,
    deps,
    authCalls.logout,
    schema.logout,
    async ({ player }) => {
      await endSessions(deps, deps.db, { userId: player.userId, sessionId: player.session.id })
      return { data: null }
    },
    { tag, summary: 'End this session' },
  )

  endpoint(
    app,
    deps,
    authCalls.exchangeLink,
    schema.exchangeLink,
    async ({ body, ...call }) => ({
      data: { access_token: await exchangeLoginLink(deps, body.token, await originOf(deps, call)) },
    }),
    { tag, summary: 'Exchange a one-time link (/zgo) for a session' },
  )
}

/**
 * `<img>` and the client request the captcha from the same URL: a caller that prefers images gets the PNG, others
 * get the envelope.
 */
function registerCaptcha(app: FastifyInstance, deps: AppDeps): void {
  void app.register(async (scope) => {
    scope.addHook('preHandler', async (request: FastifyRequest, reply: FastifyReply) => {
      reply.header('Cache-Control', 'no-store').header('Vary', 'Accept')
      if (!prefersImage(request.headers.accept)) return undefined
      if ((await captchaKind(deps)) !== 'image') return undefined
      const { codeId } = request.params as { codeId: string }
      const captcha = await runCaptcha(deps.traffic, request.ip, () => issueCaptcha(deps, codeId, 'image'))
      return captcha.kind === 'image' ? reply.type('image/png').send(Buffer.from(captcha.png)) : undefined
    })
    endpoint(
      scope,
      deps,
      authCalls.captcha,
      schema.captcha,
      async ({ params, query, caller }) => {
        const kind = query.kind ?? (await captchaKind(deps))
        const captcha = await runCaptcha(deps.traffic, caller.ip, () =>
          issueCaptcha(deps, params.codeId, kind),
        )
        if (captcha.kind === 'widget') return { data: { ...captcha, challenge: { ...captcha.challenge } } }
        const image = `data:image/png;base64,${Buffer.from(captcha.png).toString('base64')}`
        return { data: { kind: 'image' as const, image } }
      },
      { tag, summary: 'Captcha of an id: a picture, or a challenge for the bot-check widget' },
    )
  })
}

/** Whether the first of the most preferred media types is an image, as it is for an `<img>`. */
function prefersImage(accept: string | undefined): boolean {
  const accepted = (accept ?? '').split(',').map((part) => {
    const [type = '', ...options] = part.trim().split(';')
    const weight = options.map((option) => /^\s*q=([\d.]+)$/.exec(option)?.[1]).find(Boolean)
    return { type, weight: Number(weight ?? 1) }
  })
  const highest = Math.max(...accepted.map(({ weight }) => weight))
  return accepted.find(({ weight }) => weight === highest)?.type.startsWith('image/') ?? false
}
