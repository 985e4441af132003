import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ResetPasswordStore } from '#renderer/overlays/resetPassword/ResetPasswordStore.ts'
import { createFixture } from '../../stores/rootFixture.ts'

const sendEmail = '/api/app/main/RESETPWD/sendEmail'
const checkEmail = '/api/app/main/RESETPWD/checkEmail'
const setPwd = '/api/app/main/setPwd'

function setUp(email = 'Ana@Gmail.com') {
  const fixture = createFixture()
  fixture.respond(sendEmail, {})
  fixture.respond(checkEmail, { data: 'check-1' })
  fixture.respond(setPwd, { message: 'Senha alterada.' })
  fixture.root.overlays.open('resetPassword', {})
  return { ...fixture, reset: new ResetPasswordStore(fixture.root, email) }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('password reset', () => {
  it("goes through its three steps, shows the server's message and closes", async () => {
    const { reset, bodies, root } = setUp()
    await reset.sendCode()
    expect(reset.step).toBe('code')
    reset.set('code', ' 123456 ')
    await reset.confirmCode()
    expect(reset.step).toBe('password')
    reset.set('password', 'nova1234')
    await reset.savePassword()
    expect(bodies(sendEmail)).toEqual([{ email: 'ana@gmail.com' }])
    expect(bodies(checkEmail)).toEqual([{ email: 'ana@gmail.com', code: '123456' }])
    expect(bodies(setPwd)).toEqual([{ nPwd: 'nova1234', chkId: 'check-1' }])
    expect(root.alerts.toasts.at(-1)?.message).toEqual({ text: 'Senha alterada.' })
    expect(root.overlays.current).toBeNull()
  })

  it('says what is missing at every step and sends nothing', async () => {
    const { reset, sent } = setUp('')
    await reset.sendCode()
    expect(reset.isIncomplete).toBe(true)
    reset.set('email', 'a@b.co')
    expect(reset.isIncomplete).toBe(false)
    await reset.confirmCode()
    expect(reset.isIncomplete).toBe(true)
    await reset.savePassword()
    expect(reset.isIncomplete).toBe(true)
    expect(sent).toEqual([])
  })

  it('step 2 needs the e-mail as well as the code', async () => {
    const { reset, count } = setUp()
    await reset.sendCode()
    reset.set('code', '123456')
    reset.set('email', '')
    await reset.confirmCode()
    expect(reset.isIncomplete).toBe(true)
    expect(count(checkEmail)).toBe(0)
  })

  it('shows a captcha once the server asks for it, sends its answer, and asks for a new one each time', async () => {
    const { reset, respond, bodies, root } = setUp()
    respond('/api/auth/user/captcha/*', { data: { kind: 'image', image: 'data:image/png;base64,AA==' } })
    respond(sendEmail, {
      httpStatus: 400,
      status: 400,
      message: 'Por favor verifique',
      data: { reason: 'captcha' },
    })
    await reset.sendCode()
    await vi.advanceTimersByTimeAsync(500)
    expect(root.alerts.current?.message).toEqual({ text: 'Por favor verifique' })
    expect([reset.step, reset.captcha?.picture?.kind]).toEqual(['email', 'image'])
    respond(sendEmail, {})
    await reset.sendCode()
    expect([reset.step, reset.isIncomplete, bodies(sendEmail).length]).toEqual(['email', true, 1])
    reset.setCaptcha(' 7KQ2M ')
    const codeId = String(reset.captcha?.id)
    await reset.sendCode()
    expect(reset.step).toBe('code')
    expect(bodies(sendEmail).at(-1)).toEqual({ email: 'ana@gmail.com', codeId, captCode: '7KQ2M' })
    await reset.resend()
    expect([reset.step, reset.captcha?.answer, bodies(sendEmail).length]).toEqual(['email', '', 2])
  })

  it('a wrong code stays at step 2, with the server message as an alert', async () => {
    const { reset, respond, root } = setUp()
    await reset.sendCode()
    respond(checkEmail, {
      httpStatus: 400,
      status: 400,
      message: 'O código não confere. Veja o último e-mail que enviamos.',
    })
    reset.set('code', '000000')
    await reset.confirmCode()
    await vi.advanceTimersByTimeAsync(500)
    expect(reset.step).toBe('code')
    expect(reset.isSending).toBe(false)
    expect(root.alerts.current?.message).toEqual({
      text: 'O código não confere. Veja o último e-mail que enviamos.',
    })
  })

  it('without a message from the server the toast is ours', async () => {
    const { reset, respond, root } = setUp()
    respond(setPwd, {})
    reset.set('password', 'nova1234')
    await reset.savePassword()
    expect(root.alerts.toasts.at(-1)?.message).toEqual({ key: 'auth.reset.done' })
  })

  it('another code can be requested after a minute', async () => {
    const { reset } = setUp()
    await reset.sendCode()
    expect(reset.resendAt).toBe(performance.now() + 60_000)
    reset.allowResend()
    expect(reset.resendAt).toBe(0)
  })
})
