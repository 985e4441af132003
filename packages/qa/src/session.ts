import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { authCalls } from '../../../src/contract/http/auth.ts'
import { bridgeInvoke } from './hosts/bridge.ts'
import type { Host } from './options.ts'
import type { Sandbox, SandboxUser } from './Sandbox.ts'

interface NewSession {
  page: Page
  host: Host
  sandbox: Sandbox
  /** The key of the web client. */
  origin: string
  user: SandboxUser & { token: string }
}

/**
 * Gives the host a session of its own, so that the next opened page is logged in without an extra page load. The session
 * of `user.token` is another device.
 */
export async function beginSession({ page, host, sandbox, origin, user }: NewSession): Promise<void> {
  if (host !== 'web') return loginInMain(page, sandbox, user)
  const token = await sandbox.newSession(user.username)
  if (page.url() !== 'about:blank') {
    await page.evaluate((value) => localStorage.setItem('token', value), token)
    return
  }
  await page.context().setStorageState({
    cookies: [],
    origins: [{ origin: new URL(origin).origin, localStorage: [{ name: 'token', value: token }] }],
  })
}

/** The main process holds the token, so it must log in itself, through the bridge. */
async function loginInMain(page: Page, sandbox: Sandbox, user: SandboxUser): Promise<void> {
  const codeId = String(randomInt(100_000_000))
  const sendRequest = (method: 'GET' | 'POST', path: string, body: object | null) =>
    bridgeInvoke<{ httpStatus: number }>(page, 'http:send', {
      method,
      path,
      query: {},
      body: body && JSON.stringify(body),
      bodyType: body ? 'json' : 'none',
      language: 'pt_BR',
      currency: 'BRL',
      timeZone: 'America/Sao_Paulo',
      idempotencyKey: null,
    })
  await sendRequest('GET', authCalls.captcha.path.replace('{codeId}', codeId), null)
  const { httpStatus } = await sendRequest('POST', authCalls.restLogin.path, {
    username: user.username,
    pwd: user.password,
    codeId,
    captCode: await sandbox.captchaAnswer(codeId),
  })
  if (httpStatus !== 200) throw new Error(`login in the main process: ${httpStatus}`)
}
