import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AccessStore } from '#renderer/features/access/AccessStore.ts'
import { createFixture, settled, userInfo, type Fixture } from '../../stores/rootFixture.ts'

const login = '/api/auth/user/restLogin'
const register = '/api/auth/user/restRegister'

function setUp(prepare?: (fixture: Fixture) => void, ownPage = false) {
  const fixture = createFixture()
  prepare?.(fixture)
  fixture.root.overlays.open('login')
  const access = new AccessStore(fixture.root, ownPage)
  fixture.respond(login, { data: { access_token: 'new' } })
  fixture.respond(register, { data: { access_token: 'new' } })
  return { ...fixture, access }
}

function fill(access: AccessStore) {
  access.setEmail('Ana@Gmail.com')
  access.set('password', 'senha123')
  access.set('passwordAgain', 'senha123')
  access.set('phone', '11 98765-4321')
  access.setCaptcha(' 7KQ2M ')
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('login', () => {
  it('closes when the session begins elsewhere, and at once for a player who is logged in', async () => {
    const { access, root, enter, count } = setUp()
    access.start()
    await settled()
    const captchas = count('/api/auth/user/captcha/' + access.captcha.id)
    expect([root.overlays.isOpen('login'), captchas]).toEqual([true, 1])
    await enter()
    expect(root.overlays.current).toBeNull()
    root.overlays.open('login')
    const again = new AccessStore(root)
    again.start()
    await settled()
    expect([root.overlays.current, count('/api/auth/user/captcha/' + again.captcha.id)]).toEqual([null, 0])
  })

  it('waits for e-mail, captcha and password', () => {
    const { access } = setUp()
    expect(access.canLogin).toBe(false)
    access.setEmail('a@b.co')
    access.set('password', 'x')
    expect(access.canLogin).toBe(false)
    access.setCaptcha('7KQ2M')
    expect(access.canLogin).toBe(true)
    access.setEmail('')
    expect(access.canLogin).toBe(false)
  })

  it('converts the e-mail to lower case and sends the captcha with its id', async () => {
    const { access, bodies } = setUp()
    fill(access)
    expect(access.email).toBe('ana@gmail.com')
    await access.login()
    expect(bodies(login)).toEqual([
      { username: 'ana@gmail.com', pwd: 'senha123', codeId: String(access.captcha.id), captCode: '7KQ2M' },
    ])
  })

  it('fetches user info and closes the overlay', async () => {
    const { access, root } = setUp()
    fill(access)
    await access.login()
    expect(root.session.player?.email).toBe('ana@gmail.com')
    expect(root.overlays.current).toBeNull()
    expect(access.isSending).toBe(false)
  })

  it("when refused, refreshes the captcha, keeps the rest, and shows the server's message after 500 ms", async () => {
    const { access, root, respond } = setUp()
    respond(login, { httpStatus: 400, status: 400, message: 'E-mail ou senha incorretos.' })
    fill(access)
    const { id } = access.captcha
    await access.login()
    expect(access.captcha.id).not.toBe(id)
    expect(access.captcha.answer).toBe('')
    expect([access.email, access.password]).toEqual(['ana@gmail.com', 'senha123'])
    expect(root.overlays.isOpen('login')).toBe(true)
    await vi.advanceTimersByTimeAsync(499)
    expect(root.alerts.current).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(root.alerts.current?.message).toEqual({ text: 'E-mail ou senha incorretos.' })
  })

  it('succeeds when only the following user info failed', async () => {
    const { access, root, respond } = setUp()
    respond('/api/app/user/userInfo', { httpStatus: 503, message: 'indisponível' })
    fill(access)
    await access.login()
    expect(root.session.hasToken).toBe(true)
    expect(root.overlays.current).toBeNull()
  })

  it('sends once, however often the button is clicked', async () => {
    const { access, count } = setUp()
    fill(access)
    await Promise.all([access.login(), access.login()])
    expect(count(login)).toBe(1)
  })

  it('takes the test credentials from session storage ("Mudar de conta")', () => {
    const { access } = setUp((fixture) =>
      fixture.session.set('testAccount', { username: 'Teste@x.com', pwd: 'abc12345', balance: 10 }),
    )
    expect([access.email, access.password]).toEqual(['teste@x.com', 'abc12345'])
  })

  it('ignores session storage that holds something else', () => {
    const { access } = setUp((fixture) => fixture.session.set('testAccount', { username: 5 }))
    expect([access.email, access.password]).toEqual(['', ''])
  })
})

describe('registration', () => {
  it('needs the terms first, then the captcha', async () => {
    const { access, count } = setUp()
    await access.register()
    expect(access.problem).toBe('terms')
    access.setTerms(true)
    expect(access.problem).toBeNull()
    await access.register()
    expect(access.problem).toBe('captcha')
    access.setCaptcha('7')
    expect(access.problem).toBeNull()
    expect(count(register)).toBe(0)
  })

  it('sends the hidden prefix and invitation code, and continues to the second deposit', async () => {
    const { access, bodies, root, local } = setUp((fixture) => {
      fixture.local.set('inviteCode', 'AMIGO234')
      fixture.local.set('isApp', 1)
    })
    fill(access)
    access.setTerms(true)
    await access.register()
    expect(bodies(register)).toEqual([
      {
        username: 'ana@gmail.com',
        pwd: 'senha123',
        pwd1: 'senha123',
        codeId: String(access.captcha.id),
        captCode: '7KQ2M',
        name: '',
        cardNo: '',
        country: '55',
        phone: '11 98765-4321',
        regcode: 'AMIGO234',
        isapp: 1,
      },
    ])
    expect(root.overlays.current).toEqual({ name: 'secondDeposit', props: { firstDeposit: true } })
    expect(local.has('inviteCode')).toBe(false)
  })

  it('uses the prefix of the language', async () => {
    const { access, bodies, root } = setUp()
    await root.language.choose('ja_JP')
    fill(access)
    access.setTerms(true)
    await access.register()
    expect(bodies(register)).toMatchObject([{ country: '81' }])
  })

  it('when refused, keeps the form and the invitation, and refreshes the captcha', async () => {
    const { access, respond, local, root } = setUp((fixture) => fixture.local.set('inviteCode', 'AMIGO234'))
    respond(register, {
      httpStatus: 409,
      status: 409,
      message: 'Já existe uma conta com este e-mail. Entre ou redefina a senha.',
    })
    fill(access)
    access.setTerms(true)
    await access.register()
    expect(access.captcha.answer).toBe('')
    expect(access.acceptsTerms).toBe(true)
    expect(local.get('inviteCode')).toBe('AMIGO234')
    expect(root.session.hasToken).toBe(false)
  })

  it('as a separate page, goes home with the prompt on top', async () => {
    const { access, visited, root } = setUp(undefined, true)
    fill(access)
    access.setTerms(true)
    await access.register()
    await settled()
    expect(visited).toEqual(['/home'])
    expect(root.overlays.isOpen('secondDeposit')).toBe(true)
  })

  it('asks for a deposit limit first where the jurisdiction does', async () => {
    const { access, root, respond } = setUp()
    respond('/api/app/user/userInfo', {
      data: {
        userInfo,
        paypackage: { gift: 0, pkgId: null, price: 0, bouns: 0 },
        protection: { pauseTime: null, limitAsk: 1, limitKinds: ['loss'] },
      },
    })
    fill(access)
    access.setTerms(true)
    await access.register()
    expect(root.overlays.isOpen('depositLimit')).toBe(true)
  })
})
