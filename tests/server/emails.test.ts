import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { expect, it } from 'vitest'
import { fillCanonicalEmails } from '#server/domain/accounts/emails.ts'
import { randomCpf } from '#server/sandbox/cpf.ts'
import { createTestApp } from './helpers/testApp.ts'

const t = await createTestApp()
const { deps } = t

const password = 'Segura-123'
const newName = () => `p${randomUUID().replaceAll('-', '')}`

async function register(username: string, changes: Record<string, unknown> = {}) {
  const form = { name: '', cardNo: '', country: '+55', phone: '11987654321', pwd: password, pwd1: password }
  const body = { ...(await t.captcha()), ...form, username, regcode: '', isapp: 0, ...changes }
  return t.post<{ access_token: string }>('/api/auth/user/restRegister', body)
}
const login = async (username: string, pwd = password) =>
  t.post<{ access_token: string }>('/api/auth/user/restLogin', { ...(await t.captcha()), username, pwd })
const userInfo = async (token: string) =>
  (await t.get<{ userInfo: { email: string } }>('/api/app/user/userInfo', { token })).data.userInfo
const mailsTo = async (to: string) =>
  (await t.get<{ code: string; link: string }[]>(`/sandbox/api/outbox?to=${encodeURIComponent(to)}`)).data

/** Spellings of a mailbox at Gmail. */
const spellings = (name: string) => [
  `${name.slice(0, 4)}.${name.slice(4)}@gmail.com`,
  `${name}+jogo@gmail.com`,
  `${name}@googlemail.com`,
  `${name.toUpperCase()}@GMAIL.COM`,
  `${name}＠ｇｍａｉｌ．ｃｏｍ`,
]

it('all spellings of an address are one account: none opens another, each logs in, and mail goes to the one that was typed', async () => {
  const name = newName()
  const typed = `${name.slice(0, 6)}.${name.slice(6)}@gmail.com`
  const first = await register(typed)
  expect(first.http).toBe(200)
  for (const spelling of spellings(name)) {
    expect([spelling, (await register(spelling)).http]).toEqual([spelling, 409])
    const { http, data } = await login(spelling)
    expect([spelling, http]).toEqual([spelling, 200])
    expect((await userInfo(data.access_token)).email).toBe(typed)
  }
  const sent = await t.call('POST', '/api/app/main/RESETPWD/sendEmail', {
    body: { email: `${name}@googlemail.com` },
    form: true,
  })
  expect(sent.http).toBe(200)
  const [mail] = await mailsTo(typed)
  expect(mail?.code).toMatch(/^\d{6}$/)
  expect(await mailsTo(`${name}@googlemail.com`)).toEqual([])
  const full = Array.from(mail?.code ?? '', (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
  const checked = await t.call('POST', '/api/app/main/RESETPWD/checkEmail', {
    body: { email: `${name}+x@gmail.com`, code: ` ${full.slice(0, 3).join('')} ${full.slice(3).join('')}` },
    form: true,
  })
  expect(checked.http).toBe(200)
})

it('two accounts for two spellings are refused at the same moment, too', async () => {
  const name = newName()
  const both = await Promise.all([register(`${name}@gmail.com`), register(`${name}+2@gmail.com`)])
  expect(both.map(({ http }) => http).toSorted((a, b) => a - b)).toEqual([200, 409])
})

it('wrong passwords count together, however the address is spelled', async () => {
  const name = newName()
  await register(`${name}@gmail.com`)
  for (const spelling of spellings(name)) expect((await login(spelling, 'Errada-123')).http).toBe(400)
  expect((await login(`${name}@gmail.com`)).http).toBe(429)
})

it('a pause is kept for every spelling of a confirmed address', async () => {
  const name = newName()
  const { data } = await register(`${name}@gmail.com`)
  const token = data.access_token
  const [welcome] = await mailsTo(`${name}@gmail.com`)
  const url = new URL(welcome?.link ?? '').pathname
  expect((await t.app.inject({ method: 'POST', url })).statusCode).toBe(200)
  expect((await t.post('/api/app/limits/selfExclude', { months: 12 }, { token })).http).toBe(200)
  expect((await t.post('/api/app/user/personalData/erase', { pwd: password }, { token })).http).toBe(200)
  for (const spelling of spellings(name)) expect((await register(spelling)).http).toBe(409)
})

it('an address that mixes writing systems is refused in the language of the player', async () => {
  const mixed = await register(`аdmin${newName()}@gmail.com`)
  expect([mixed.http, mixed.message]).toEqual([
    400,
    'Este e-mail mistura letras de alfabetos diferentes. Digite-o de novo com um só alfabeto.',
  ])
})

it('accounts that shared an address before: the oldest has it, the others log in with their own spelling', async () => {
  const name = newName()
  const [dotted, plain] = [`${name.slice(0, 3)}.${name.slice(3)}@gmail.com`, `${name}@gmail.com`]
  await register(dotted)
  const other = `${newName()}@gmail.com`
  await register(other)
  // As the database was before the spellings were compared.
  await deps.db.write(`update users set created_at = created_at + interval '1 day' where email = $1`, [other])
  await deps.db.write('update users set email = $2 where email = $1', [other, plain])
  await deps.db.write('update users set email_canonical = null where email = any($1)', [[dotted, plain]])
  expect(await fillCanonicalEmails(deps)).toBe(2)
  expect(await fillCanonicalEmails(deps)).toBe(0)
  const logged = async (spelling: string) => (await userInfo((await login(spelling)).data.access_token)).email
  expect(await logged(dotted)).toBe(dotted)
  expect(await logged(plain)).toBe(plain)
  expect(await logged(`${name}@googlemail.com`)).toBe(dotted)
  expect((await register(`${name}+3@gmail.com`)).http).toBe(409)
})

it('a password is the same however its accents are typed, also with a hash from before', async () => {
  const [composed, decomposed] = ['Coração-2026'.normalize('NFC'), 'Coração-2026'.normalize('NFD')]
  const email = `${newName()}@gmail.com`
  expect((await register(email, { pwd: composed, pwd1: decomposed })).http).toBe(200)
  for (const typed of [composed, decomposed]) expect((await login(email, typed)).http).toBe(200)
  for (const old of [composed, decomposed]) {
    await deps.db.write('update users set password_hash = $2 where email = $1', [email, await hash(old)])
    expect((await login(email, composed)).http).toBe(200)
    await deps.db.write('update users set password_hash = $2 where email = $1', [email, await hash(old)])
    expect((await login(email, decomposed)).http).toBe(200)
  }
  expect((await login(email, 'Coracao-2026')).http).toBe(400)
})

it('a password is the same in full-width letters and with any kind of space, also with a hash from before', async () => {
  const plain = 'Minha senha 2026'
  const wide = 'Ｍｉｎｈａ\u3000ｓｅｎｈａ\u00a0２０２６'
  const email = `${newName()}@gmail.com`
  expect((await register(email, { pwd: wide, pwd1: plain })).http).toBe(200)
  for (const typed of [plain, wide]) expect((await login(email, typed)).http).toBe(200)
  const former = 'Ｍｉｎｈａ ｓｅｎｈａ ２０２６'
  await deps.db.write('update users set password_hash = $2 where email = $1', [email, await hash(former)])
  expect((await login(email, wide)).http).toBe(200)
})

it('digits may be full-width in a CPF, a phone and a captcha', async () => {
  const wide = (text: string) =>
    text.replace(/[!-~]/g, (each) => String.fromCharCode(each.charCodeAt(0) + 0xfee0))
  const { captCode, codeId } = await t.captcha()
  const email = `${newName()}@gmail.com`
  const cpf = randomCpf()
  const registered = await register(email, {
    codeId,
    captCode: wide(String(captCode)),
    phone: wide('(11) 98765-4321'),
    name: 'Rita Lima',
    cardNo: wide(cpf),
  })
  expect(registered.http).toBe(200)
  const [row] = await deps.db.read('select phone, kyc from users where email = $1', [email])
  expect(row).toEqual({ phone: '11987654321', kyc: 1 })
  expect((await register(`${newName()}@gmail.com`, { name: 'Rita Lima', cardNo: cpf })).http).toBe(403)
})

it('names of one letter and of more than 120 letters are refused with their reason; invisible marks are dropped', async () => {
  const verify = async (name: string) => {
    const { token, username } = await t.createUser({ kyc: 0 })
    const { http, message } = await t.post(
      '/api/app/user/updateKyc',
      { name, cardNo: randomCpf() },
      { token },
    )
    const [row] = await deps.db.read<{ kyc_name: string }>('select kyc_name from users where email = $1', [
      username,
    ])
    return [http, http === 200 ? row?.kyc_name : message]
  }
  expect(await verify('李')).toEqual([400, 'Digite o nome completo, não só uma letra.'])
  expect(await verify(`Ana ${'x'.repeat(200)}`)).toEqual([
    400,
    'O nome tem mais de 120 letras. Abrevie os nomes do meio.',
  ])
  expect(await verify(' Ana\u200bMaria  Souza\ufeff')).toEqual([200, 'AnaMaria Souza'])
})
