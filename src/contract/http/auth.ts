import type { z } from 'zod'
import type * as schema from './auth.schema.ts'
import { get, post } from './call.ts'
import { logoutCall } from './logout.ts'

type LoginBody = z.input<typeof schema.restLogin.body>
type RegisterBody = z.input<typeof schema.restRegister.body>
type Token = z.output<typeof schema.restLogin.data>
export type Captcha = z.output<typeof schema.captcha.data>

/** Calls that begin and end a session. The platform removes `access_token` before a response reaches the renderer. */
export const authCalls = {
  restLogin: post<{ body: LoginBody }, Token>('/api/auth/user/restLogin', { auth: 'none' }),
  restRegister: post<{ body: RegisterBody }, Token>('/api/auth/user/restRegister', { auth: 'none' }),
  captcha: get<{ params: { codeId: number }; query?: { kind?: 'widget' } }, Captcha>(
    '/api/auth/user/captcha/{codeId}',
    { auth: 'none' },
  ),
  /** Ends this session. */
  logout: logoutCall,
  /** Exchanges the token of a one-time link (/zgo{token}) for a session. */
  exchangeLink: post<{ body: { token: string } }, Token>('/api/app/user/exchangeLink', { auth: 'none' }),
  /** Password reset: sends the code, exchanges it for a check id, sets the new password. */
  sendEmail: post<{ body: { email: string; codeId?: string; captCode?: string } }, null>(
    '/api/app/main/RESETPWD/sendEmail',
    {
      auth: 'none',
      bodyType: 'form',
    },
  ),
  checkEmail: post<{ body: { email: string; code: string } }, string>('/api/app/main/RESETPWD/checkEmail', {
    auth: 'none',
    bodyType: 'form',
  }),
  setPwd: post<{ body: { nPwd: string; chkId: string } }, null>('/api/app/main/setPwd', { auth: 'none' }),
}

export interface Login {
  email: string
  password: string
  captchaId: number
  captchaAnswer: string
}

export interface Registration extends Login {
  passwordAgain: string
  /** With its plus: '+55'. */
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
