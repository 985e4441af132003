import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { languageCodes, type LanguageCode } from '#contract/languages.ts'
import { countMails } from '#server/db/deadLetters.ts'
import { mailPlayer } from '#server/domain/accounts/outbox.ts'
import { runJobs } from '#server/jobs/jobs.ts'
import { createSmtpMailer } from '#server/providers/mail/SmtpMailer.ts'
import { ProviderRefusedError } from '#server/providers/errors.ts'
import { SmtpPeer } from '#tests/peers/SmtpPeer.ts'
import { atEnd } from './helpers/atEnd.ts'
import { createTestApp } from './helpers/testApp.ts'

const folder = await mkdtemp(join(tmpdir(), 'palpite-smtp-'))
atEnd(() => rm(folder, { recursive: true }))
const peer = await SmtpPeer.start()
atEnd(() => peer.close())
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const files = { authority: join(folder, 'authority.pem'), dkim: join(folder, 'dkim.pem') }
await writeFile(files.authority, peer.authority)
await writeFile(files.dkim, privateKey.export({ type: 'pkcs8', format: 'pem' }))

const t = await createTestApp({
  MAILER: 'smtp',
  SMTP_URL: peer.url,
  SMTP_AUTHORITY_FILE: files.authority,
  MAIL_FROM: 'Palpite <mail@palpite.example>',
  DKIM_DOMAIN: 'palpite.example',
  DKIM_SELECTOR: 'test',
  DKIM_KEY_FILE: files.dkim,
  PUBLIC_URL: 'https://jogo.palpite.example',
})
atEnd(async () => t.deps.mailer.close?.())

beforeEach(() => {
  for (const list of [peer.mails, peer.sources, peer.logins, peer.faults]) list.length = 0
})

/** A player who asked for a code, and that code. */
async function askForCode(lang: LanguageCode = 'pt_BR'): Promise<{ email: string; code: string }> {
  const { username: email } = await t.createUser()
  await t.call('POST', '/api/app/main/RESETPWD/sendEmail', { body: { email }, form: true, lang })
  const { data } = await t.get<{ code: string }[]>(`/sandbox/api/outbox?to=${email}`)
  return { email, code: data[0]?.code ?? '' }
}

const rowOf = async (to: string) =>
  (await t.deps.db.read('select state, attempts, sealed, last_error from outbox where "to" = $1', [to]))[0]

/** Tries again what waits for its next attempt. */
async function retry(): Promise<void> {
  await t.deps.db.write(`update pgboss.job set start_after = now() where state in ('created', 'retry')`)
  await runJobs(t.deps)
}

describe('a mail', () => {
  it('arrives encrypted and signed, as HTML and text, and its content is gone from the database', async () => {
    const { email, code } = await askForCode()
    await runJobs(t.deps)
    const [mail] = peer.mails
    expect(peer.logins).toEqual([true])
    expect(mail?.subject).toBe(`Seu código Palpite: ${code}`)
    expect([mail?.from?.text, mail?.to]).toMatchObject(['"Palpite" <mail@palpite.example>', { text: email }])
    expect(mail?.text).toContain(`Use o código ${code} para criar uma nova senha.`)
    expect(mail?.text).toContain('Proibido para menores de 18 anos.')
    expect(mail?.html).toContain(`>${code}</td>`)
    expect(mail?.html).toMatch(/^<!doctype html>\n<html lang="pt-BR">/)
    expect(peer.sources[0]).toMatch(/^DKIM-Signature: v=1; a=rsa-sha256;[^]*d=palpite\.example;[^]*s=test;/m)
    expect(mail?.headers.get('auto-submitted')).toBe('auto-generated')
    expect(await rowOf(email)).toEqual({ state: 'sent', attempts: 1, sealed: null, last_error: null })
    const tables = await t.deps.db.read<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    for (const { name } of tables)
      expect(
        await t.deps.db.read(`select 1 from ${name} x where x::text ~ $1 limit 1`, [
          `(^|[^0-9a-f.])${code}([^0-9a-f]|$)`,
        ]),
        name,
      ).toEqual([])
  })

  it('loads nothing from elsewhere, and links to PUBLIC_URL only', async () => {
    const { uId } = await t.createUser()
    await t.deps.db.tx((tx) => mailPlayer(t.deps, tx, uId, { key: 'welcome' }))
    await runJobs(t.deps)
    const [mail] = peer.mails
    // mailparser puts the attached picture in its place.
    const addresses = [...String(mail?.html).matchAll(/(?:src|href|url)\s*[=(]\s*["']?([^"')\s]+)/g)]
    expect(
      addresses.map(([, address]) => address?.replace(/^data:image\/png;.*/, 'picture')).toSorted(),
    ).toEqual(['https://jogo.palpite.example/home', 'picture'])
    expect(mail?.text).toContain('https://jogo.palpite.example/home')
  })

  it.each(languageCodes)('is in the language of the player: %s', async (lang) => {
    const { code } = await askForCode(lang)
    await runJobs(t.deps)
    const text = peer.mails[0]?.text ?? ''
    expect(peer.mails[0]?.subject).toContain(code)
    // A character of the language's script arrives as it is.
    const script = {
      ja_JP: 'コード',
      ko_KR: '인증',
      zh_CN: '验证码',
      ru_RU: 'пароль',
      vi_VN: 'mật khẩu',
    } as const
    expect(text).toContain(lang in script ? script[lang as keyof typeof script] : code)
    expect(peer.mails[0]?.html).toContain(`<html lang="${lang.replace('_', '-').replace('nr-NR', 'en-NG')}">`)
  })

  it('shows what a player has written as text', async () => {
    const { uId } = await t.createUser()
    await t.deps.db.tx((tx) =>
      mailPlayer(t.deps, tx, uId, { key: 'withdrawalRefused', params: { amount: '1', reason: '<b>"&\'' } }),
    )
    await runJobs(t.deps)
    expect(peer.mails[0]?.html).toContain('&#60;b&#62;&#34;&#38;&#39;')
  })
})

describe('a mail server', () => {
  it.each([
    ['greylists the recipient', { at: 'recipient', code: 451 }, 'SmtpError 451'],
    ['is busy', { at: 'content', code: 452 }, 'SmtpError 452'],
    ['hangs up after the content', { at: 'content', hangUp: true }, /^SmtpError E/],
  ] as const)('that %s gets the same mail again, once', async (_, fault, error) => {
    const { email } = await askForCode()
    peer.faults.push(fault)
    await runJobs(t.deps)
    expect(await rowOf(email)).toMatchObject({
      state: 'queued',
      attempts: 1,
      last_error: expect.stringMatching(error) as string,
    })
    expect(peer.mails).toEqual([])
    await retry()
    await retry()
    expect(await rowOf(email)).toMatchObject({ state: 'sent', attempts: 2, sealed: null })
    expect(peer.mails).toHaveLength(1)
  })

  it('that has taken a mail whose sender has died gets it again with the same Message-ID', async () => {
    const { email } = await askForCode()
    await runJobs(t.deps)
    const sent = { id: '7', to: email, subject: 's', text: 't', code: null, link: null, footer: [] }
    const mail = { ...sent, language: 'pt_BR' as const, createdAt: new Date(0) }
    await t.deps.mailer.send(mail)
    await t.deps.mailer.send(mail)
    const ids = peer.mails.map(({ messageId }) => messageId)
    expect(ids).toEqual([expect.any(String), '<7.0@palpite.example>', '<7.0@palpite.example>'])
    expect(ids[0]).not.toBe(ids[1])
  })

  it.each(['recipient', 'content'] as const)(
    'that refuses the %s for good makes a dead letter',
    async (at) => {
      const { email } = await askForCode()
      const before = await countMails(t.deps.db)
      peer.faults.push({ at, code: 550 })
      await runJobs(t.deps)
      await retry()
      expect(await rowOf(email)).toEqual({
        state: 'dead',
        attempts: 1,
        sealed: null,
        last_error: 'ProviderRefusedError',
      })
      expect(peer.mails).toEqual([])
      // What the metric palpite_mails and the doctor show.
      expect((await countMails(t.deps.db)).dead).toBe(before.dead + 1)
    },
  )

  it('that was down gets everything when it is up again, nothing twice', async () => {
    await peer.close()
    const players = [await askForCode(), await askForCode(), await askForCode()]
    await runJobs(t.deps)
    for (const { email } of players)
      expect(await rowOf(email)).toMatchObject({
        state: 'queued',
        attempts: 1,
        last_error: expect.stringMatching(/^SmtpError E/) as string,
      })
    await peer.open()
    await retry()
    await retry()
    const codes = peer.mails.map(({ subject }) => subject?.slice(-6))
    expect(codes.toSorted()).toEqual(players.map(({ code }) => code).toSorted())
  })
})

describe('the connection', () => {
  const settingsOf = (to: SmtpPeer, authority: string | undefined, pass = 'Segredo/123') => {
    const { hostname, port } = new URL(to.url)
    const auth = { user: 'palpite', pass }
    const server = { host: hostname, port: Number(port), secure: false, auth }
    return { server, from: 'mail@palpite.example', authority, dkim: undefined }
  }
  const mail = {
    id: '1',
    to: 'ana@example.com',
    subject: 's',
    text: 't',
    code: null,
    link: null,
    footer: [],
    language: 'pt_BR' as const,
    createdAt: new Date(0),
  }
  async function refusalOf(settings: ReturnType<typeof settingsOf>): Promise<Error> {
    const mailer = createSmtpMailer(settings)
    const result = await mailer.send(mail).then(
      () => new Error('it was sent'),
      (error: Error) => error,
    )
    mailer.close?.()
    return result
  }

  it('is not used with a certificate of an unknown authority', async () => {
    const refusal = await refusalOf(settingsOf(peer, undefined))
    expect([refusal.name, peer.logins]).toEqual([expect.stringMatching(/^SmtpError (ETLS|ESOCKET)$/), []])
  })

  it('is not used without encryption, unless the server is on this machine', async () => {
    // On Linux this is a loopback address too, but not one that counts as this machine.
    const away = await SmtpPeer.start({ host: '127.0.0.2', startTls: false })
    const here = await SmtpPeer.start({ startTls: false })
    expect((await refusalOf(settingsOf(away, undefined))).name).toMatch(/^SmtpError/)
    expect([away.logins, away.mails]).toEqual([[], []])
    expect((await refusalOf(settingsOf(here, undefined))).message).toBe('it was sent')
    await Promise.all([away.close(), here.close()])
  })

  it('with a wrong password is tried again, since that says nothing about the mail', async () => {
    const refusal = await refusalOf(settingsOf(peer, peer.authority, 'Errada'))
    expect(refusal).not.toBeInstanceOf(ProviderRefusedError)
    expect(refusal.name).toBe('SmtpError 535')
  })

  it('has errors that quote neither the password nor an address', async () => {
    peer.faults.push({ at: 'recipient', code: 550 })
    for (const refusal of [
      await refusalOf(settingsOf(peer, peer.authority)),
      await refusalOf(settingsOf(peer, peer.authority, 'Errada')),
    ])
      expect(`${refusal.stack} ${String(refusal.cause)}`).not.toMatch(/ana@example|Errada|Segredo|says no/)
  })
})

describe('settings', () => {
  it.each([
    [{}, 'MAILER smtp needs SMTP_URL, MAIL_FROM'],
    [{ SMTP_URL: 'smtp://mail.example' }, 'MAILER smtp needs MAIL_FROM'],
    [{ SMTP_URL: 'https://u:Segredo@mail.example' }, 'SMTP_URL must be a URL such as'],
    [{ MAIL_FROM: 'Palpite' }, 'MAIL_FROM must be an address'],
    [
      { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@b.example', DKIM_DOMAIN: 'b.example' },
      'DKIM needs DKIM_SELECTOR, DKIM_KEY_FILE',
    ],
    [
      {
        SMTP_URL: 'smtp://mail.example',
        MAIL_FROM: 'a@b.example',
        DKIM_DOMAIN: 'b.example',
        DKIM_SELECTOR: 's',
        DKIM_KEY_FILE: files.authority,
      },
      'is not a private key (PEM)',
    ],
  ])('%j cannot work, and the error says why', async (env, message) => {
    const error = await createTestApp({ MAILER: 'smtp', ...env }, { beside: t }).then(
      () => new Error('it started'),
      (reason: Error) => reason,
    )
    expect(error.message).toContain(message)
    expect(error.message).not.toContain('Segredo')
  })
})
