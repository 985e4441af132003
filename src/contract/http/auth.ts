import type { z } from 'zod'
import type * as schema from './auth.schema.ts'
import { get, post } from './call.ts'

type LoginBody = z.input<typeof schema.restLogin.body>
type RegisterBody = z.input<typeof schema.restRegister.body>
type Token = z.output<typeof schema.restLogin.data>
export type Captcha = z.output<typeof schema.captcha.data>

/** Session calls (spec §7). An answer with `access_token` never reaches the renderer: its platform keeps it. */
export const authCalls = {
  restLogin: post<{ body: LoginBody }, Token>('/api/auth/user/restLogin', { auth: 'none' }),
  restRegister: post<{ body: RegisterBody }, Token>('/api/auth/user/restRegister', { auth: 'none' }),
  captcha: get<{ params: { codeId: number } }, Captcha>('/api/auth/user/captcha/{codeId}', { auth: 'none' }),
  /** Ours: ends this session. */
  logout: post<{ body: Record<string, never> }, null>('/api/app/user/logout'),
  /** Ours: /zgo{token}, a one-time link -> a session. */
  exchangeLink: post<{ body: { token: string } }, Token>('/api/app/user/exchangeLink', { auth: 'none' }),
}

export interface Login {
  email: string
  password: string
  captchaId: number
  captchaAnswer: string
}

export interface Registration extends Login {
  passwordAgain: string
  /** '+55' */
  phonePrefix: string
  phone: string
  inviteCode: string
  isApp: boolean
}

export function toWireLogin(login: Login): LoginBody {
  return {
    username: login.email.trim().toLowerCase(),
    pwd: login.password,
    codeId: String(login.captchaId),
    captCode: login.captchaAnswer,
  }
}

export function toWireRegistration(form: Registration): RegisterBody {
  return {
    ...toWireLogin(form),
    name: '',
    cardNo: '',
    country: form.phonePrefix.replace('+', ''),
    phone: form.phone,
    pwd1: form.passwordAgain,
    regcode: form.inviteCode,
    isapp: form.isApp ? 1 : 0,
  }
}
