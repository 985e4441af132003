import { generateKeyPairSync, randomInt, randomUUID, sign } from 'node:crypto'
import {
  signedText,
  terminalCalls as calls,
  terminalHeader,
  terminalSignatureHeader,
  type HeartbeatReply,
  type TerminalOrders,
} from '#contract/terminal.ts'
import { Sandbox } from '../../../scripts/Sandbox.ts'
import { expectAccessible } from '../axe.ts'
import { requestAs } from '../playerApi.ts'
import { expect, test } from './fixtures.ts'

/** A kiosk without a screen: it enrols with a code, and reports with its key. */
class Kiosk {
  private readonly keys = generateKeyPairSync('ed25519')
  private sequence = 0
  private id = ''
  private ordersVersion = 0
  private readonly serverUrl: string

  constructor(serverUrl: string) {
    this.serverUrl = serverUrl
  }

  async enrol(code: string): Promise<void> {
    const publicKey = this.keys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
    const { data } = await this.post<{ terminalId: string }>(calls.enrol, { code, publicKey })
    this.id = data.terminalId
  }

  /** The orders that it had not yet; the HTTP status where it is refused. */
  async beat(version: string): Promise<TerminalOrders | number | null> {
    const { id: terminalId, ordersVersion } = this
    const machine = {
      diskFreeMb: 900,
      diskTotalMb: 30_000,
      memoryFreeMb: 1_000,
      memoryTotalMb: 4_000,
      temperature: 61,
      network: ['wlan7'],
      program: 'altered',
      update: { state: 'failed', version: null, why: 'notPackaged' },
    }
    const health = {
      version,
      runtime: '40',
      uptimeSeconds: 7_200,
      lastError: null,
      lastInputSeconds: 3_900,
      printer: 'paperOut',
      machine,
    }
    const body = JSON.stringify({ terminalId, sequence: ++this.sequence, health, ordersVersion })
    const key = this.keys.privateKey
    const signature = sign(null, Buffer.from(signedText(calls.heartbeat, body)), key).toString('base64')
    const { http, data } = await this.post<HeartbeatReply | null>(calls.heartbeat, body, {
      [terminalSignatureHeader]: signature,
    })
    if (http !== 200) return http
    const orders = data?.orders ? (JSON.parse(data.orders.orders) as TerminalOrders) : null
    this.ordersVersion = orders?.version ?? this.ordersVersion
    return orders
  }

  /** A customer logs in on its screen: the token, or the HTTP status of the refusal. */
  async logIn(sandbox: Sandbox, username: string, pwd: string): Promise<string | number> {
    const codeId = String(randomInt(100_000_000))
    await fetch(`${this.serverUrl}/api/auth/user/captcha/${codeId}`)
    const captCode = await sandbox.captchaAnswer(codeId)
    const { http, data } = await this.post<{ access_token: string }>(
      '/api/auth/user/restLogin',
      { username, pwd, codeId, captCode },
      { [terminalHeader]: this.id },
    )
    return http === 200 ? data.access_token : http
  }

  private async post<Data>(path: string, body: object | string, headers: Record<string, string> = {}) {
    const answer = await fetch(this.serverUrl + path, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    const { data } = (await answer.json()) as { data: Data }
    return { http: answer.status, data }
  }
}

test('a terminal is enrolled with its code, set from a distance, seen among the releases, and revoked with its sessions', async ({
  enter,
  serverUrl,
}) => {
  const sandbox = new Sandbox(serverUrl)
  const kiosk = new Kiosk(serverUrl)
  const name = `Balcão ${randomUUID().slice(0, 8)}`
  const version = `7.0.${randomInt(1_000_000)}`
  const page = await enter('administrator', '/terminals')
  await page.getByRole('button', { name: 'Novo terminal' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Novo terminal' }).click()
  await expect(dialog.getByLabel('Nome')).toHaveAccessibleDescription(/^Preencha este campo\./)
  await dialog.getByLabel('Nome').fill(name)
  await dialog.getByRole('button', { name: 'Novo terminal' }).click()
  const variable = await dialog.getByText(/^PALPITE_ENROL_CODE=/).textContent()
  await dialog.getByRole('button', { name: 'Entendi' }).click()
  await page.getByLabel('Nome', { exact: true }).fill(name)
  await page.getByRole('row', { name }).getByText(name).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Sem cadastro')
  await kiosk.enrol(/=(\S+)/.exec(variable ?? '')?.[1] ?? '')
  await kiosk.beat(version)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Online')
  await expect(page.getByText(version)).toBeVisible()
  await expect(page.getByText('há 1 h')).toBeVisible()
  // What staff must do something about, and that this one is not updated from a distance.
  for (const text of ['Sem papel', 'wlan7', '61', 'Alterado', 'À mão: não foi instalado pelo pacote Debian'])
    await expect(page.getByRole('main')).toContainText(text)

  // A wrong setting is refused at its field; the right ones reach the terminal with its next call.
  await page.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: 'Configurar' }).click()
  await dialog.getByLabel(/^Volume/).fill('400')
  await dialog.getByRole('button', { name: 'Configurar' }).click()
  await expect(dialog.getByLabel(/^Volume/)).toHaveAccessibleDescription('Valor inválido.')
  await dialog.getByLabel(/^Volume/).fill('40')
  const languages = dialog.getByRole('group', { name: /^Idiomas para escolher/ })
  await languages.getByLabel('Em inglês', { exact: true }).check()
  await languages.getByLabel('Em português').check()
  await dialog.getByRole('button', { name: 'Configurar' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Português, English')).toBeVisible()
  await expectAccessible(page, 'office-terminal')
  expect(await kiosk.beat(version)).toMatchObject({ config: { volume: 40, languages: ['pt_BR', 'en_US'] } })

  await page.getByRole('link', { name: 'Versões' }).click()
  await expect(page.getByText('O servidor não oferece nenhuma.')).toBeVisible()
  await expect(page.getByRole('main')).toContainText(`${version}1 terminal`)
  await page.goBack()

  const customer = await sandbox.createUser({ balance: 100 })
  const token = String(await kiosk.logIn(sandbox, customer.username, customer.password))
  const info = async (of: string) => (await requestAs(sandbox, of, '/api/app/limits')).http
  expect(await info(token)).toBe(200)
  await page.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: 'Revogar' }).click()
  await expect(dialog.getByText('As sessões abertas nele terminam agora')).toBeVisible()
  await dialog.getByLabel('Motivo').fill('Foi roubado')
  await dialog.getByRole('button', { name: 'Revogar' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Revogado')
  await expect(page.getByRole('row', { name: /Revogar.*Foi roubado/ })).toBeVisible()
  expect(await info(token)).toBe(401)
  // The customer's telephone stays logged in.
  expect(await info(customer.token)).toBe(200)
  expect(await kiosk.beat(version)).toBe(403)
  expect(await kiosk.logIn(sandbox, customer.username, customer.password)).toBe(403)
})

test('the cashier issues a voucher for cash; the customer redeems it, and what was redeemed cannot be voided', async ({
  enter,
  openProduct,
  serverUrl,
}) => {
  const sandbox = new Sandbox(serverUrl)
  const { username } = await sandbox.createUser({ kyc: 1 })
  const page = await enter('cashier', '/vouchers')
  await page.getByRole('button', { name: /^Emitir voucher/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Valor em reais').fill('2.000.000,00')
  await dialog.getByRole('button', { name: 'Emitir voucher' }).click()
  await expect(dialog.getByLabel('Valor em reais')).toHaveAccessibleDescription(
    /^No máximo R\$\s1\.000\.000,00\.$/,
  )
  await dialog.getByLabel('Valor em reais').fill('35,00')
  await dialog.getByRole('button', { name: 'Emitir voucher' }).click()
  const code = await dialog.getByText(/^(\w{4}-){3}\w{4}$/).textContent()
  await expect(dialog.getByRole('img', { name: 'Código QR do voucher' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Entendi' }).click()

  const player = await openProduct(username, `/vale${code ?? ''}`)
  await player.getByRole('button', { name: 'Resgatar' }).click()
  // The voucher's own amount is there before: the balance is not.
  await expect(player.getByRole('status', { name: 'Saldo' })).toContainText('35,00')
  await page.getByRole('button', { name: 'Atualizar' }).click()
  const row = page.getByRole('row', { name: username })
  await expect(row).toContainText('Resgatado')
  await row.click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Resgatado')
  await expect(page.getByRole('button', { name: /^Anular voucher/ })).toHaveCount(0)
})
