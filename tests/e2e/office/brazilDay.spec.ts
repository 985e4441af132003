import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Locator, Page } from '@playwright/test'
import { pictureKinds } from '#contract/rules/identityPictures.ts'
import { formatCpf } from '#contract/rules/kyc.ts'
import { reportFamilies } from '#contract/rules/regulatorReports.ts'
import { Sandbox } from '../../../scripts/Sandbox.ts'
import { SigapPeer } from '../../peers/SigapPeer.ts'
import { testJpeg } from '../../server/helpers/testJpeg.ts'
import { startOwnServer, type OwnServer } from '../ownServer.ts'
import { callAs, requestAs } from '../playerApi.ts'
import { testCpf } from '../testCpf.ts'
import { expect, logIn, test } from './fixtures.ts'

const dayMs = 24 * 3_600_000
/** What a regulator's service and a job of the server need; they run every half a minute. */
const ofJobs = { timeout: 90_000 }
const anyLot = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="lote"><xs:complexType>
  <xs:sequence><xs:any processContents="skip" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
  <xs:anyAttribute processContents="skip"/></xs:complexType></xs:element></xs:schema>`

let server: OwnServer | undefined
let peer: SigapPeer | undefined
const folder = mkdtempSync(join(tmpdir(), 'palpite-br-'))

test.beforeAll(async () => {
  for (const name of Object.values(reportFamilies)) writeFileSync(join(folder, `${name}.xsd`), anyLot)
  peer = await SigapPeer.start()
  server = await startOwnServer({
    JURISDICTION: 'br',
    IDENTITY_PROVIDER: 'manual',
    REPORT_SCHEMAS: folder,
    REGULATOR: 'sigap',
    ...peer.environment(folder),
  })
})

test.afterAll(async () => {
  await server?.stop()
  await peer?.close()
  rmSync(folder, { recursive: true })
})

/** Logs somebody of the staff in at a page; sessions end while the clock moves. */
async function open(browser: Browser, role: string, path: string): Promise<Page> {
  const context = await browser.newContext({
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    baseURL: server?.officeUrl ?? '',
  })
  const page = await context.newPage()
  await page.goto(path)
  await logIn(page, `${role}@office.local`, 'balcao-2026')
  await page.getByRole('navigation', { name: 'Páginas' }).waitFor()
  return page
}

/** A day of the house as the date field wants it. */
const dayOf = (time: Date) => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(time)

async function confirm(dialog: Locator, reason: string, action: string): Promise<void> {
  await dialog.getByLabel('Motivo', { exact: true }).fill(reason)
  await dialog.getByRole('button', { name: action, exact: true }).click()
  await expect(dialog).toBeHidden()
}

test('a day of an operator under the rules of Brazil, and what follows of it @full', async ({ browser }) => {
  test.setTimeout(600_000)
  const sandbox = new Sandbox(server?.url ?? '')
  const { now } = await sandbox.call('GET clock')
  const today = new Date(now)
  const cpf = testCpf()
  const person = await sandbox.createUser({ kyc: 0, balance: 70 })
  const winner = await sandbox.createUser({ balance: 600 })

  await test.step('an identity is seen with its pictures, and confirmed', async () => {
    const form = { name: 'Rita Lima', cardNo: cpf, birthDate: '1990-12-31' }
    await requestAs(sandbox, person.token, '/api/app/user/updateKyc', form)
    const image = testJpeg().toString('base64')
    for (const kind of pictureKinds)
      await callAs(sandbox, person.token, '/api/app/user/identityCheck/picture', { kind, image })
    await callAs(sandbox, person.token, '/api/app/user/identityCheck/send', {})
    const page = await open(browser, 'compliance', '/identities')
    await expect(page.getByRole('heading', { name: 'Identidades', level: 1 })).toBeVisible()
    await expect(page.getByText(formatCpf(cpf))).toBeVisible()
    await page.getByRole('button', { name: 'Ver fotos' }).click()
    for (const name of ['Frente do documento', 'Verso do documento', 'Rosto'])
      await expect(page.getByRole('img', { name })).toBeVisible()
    await page.getByRole('button', { name: 'Decidir identidade' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Resultado').selectOption('Confirmar')
    await confirm(dialog, 'Documento e rosto conferem', 'Decidir identidade')
    await expect(page.getByText('Ninguém à espera')).toBeVisible()
    expect(await sandbox.readUser(person.username)).toMatchObject({ kyc: 1 })
    await page.context().close()
  })

  await test.step('a player is suspended with a reason and a term, and reads both', async () => {
    const page = await open(browser, 'risk', '/players')
    await page.getByLabel('E-mail, nome, telefone, CPF, id, aparelho').fill(winner.username)
    await page.getByRole('row', { name: winner.username }).getByText(winner.username).click()
    await page.getByRole('button', { name: 'Mudar a situação' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Nova situação').selectOption('Suspensa')
    await dialog.getByLabel('Motivo dito ao jogador').selectOption('Pagamento em conferência')
    await dialog.getByLabel(/^Suspensa até/).fill(dayOf(new Date(today.getTime() + 3 * dayMs)))
    await confirm(dialog, 'Conferir o depósito', 'Mudar a situação')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Suspensa')
    const token = await sandbox.newSession(winner.username)
    const refused = await requestAs(sandbox, token, '/api/app/game/dice/bet', {
      amount: 1,
      direction: 'over',
      chance: 98,
    })
    expect([refused.http, refused.message]).toEqual([403, expect.stringContaining('pagamento')])
    await page.getByRole('button', { name: 'Mudar a situação' }).click()
    await dialog.getByLabel('Nova situação').selectOption('Ativa')
    await confirm(dialog, 'Está tudo certo', 'Mudar a situação')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Ativa')
    await page.context().close()
  })

  await test.step('a prize is suspended where it was won, and released', async () => {
    const token = await sandbox.newSession(winner.username)
    await sandbox.setOutcome(winner.username, { game: 'limbo', min: 3, max: 4 })
    await callAs(sandbox, token, '/api/app/game/limbo/bet', { amount: 100, target: 3, wallet: 'balance' })
    const balance = async () =>
      (await callAs<{ balance: number }>(sandbox, token, '/api/app/user/getBalance')).balance
    expect(await balance()).toBe(800)
    const { uId } = await sandbox.readUser(winner.username)
    const page = await open(browser, 'risk', `/players/${uId}`)
    await page.getByRole('tab', { name: 'Linha do tempo' }).click()
    await page.getByRole('button', { name: 'Apostas', exact: true }).click()
    await page.getByRole('button', { name: 'Suspender prêmio' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Motivo para o jogador').selectOption('Resultado em conferência')
    await dialog.getByLabel(/^Até o fim de/).fill(dayOf(new Date(today.getTime() + 5 * dayMs)))
    await confirm(dialog, 'O provedor da rodada avisou de um erro no sorteio das 14h', 'Suspender prêmio')
    expect(await balance()).toBe(500)
    await page.getByRole('link', { name: 'Prêmios suspensos' }).click()
    const row = page.getByRole('row', { name: winner.username })
    await expect(row).toContainText('Suspenso')
    // The reason of the staff is read whole.
    const note = row.getByText('Interno: O provedor da rodada avisou de um erro no sorteio das 14h')
    await expect(note).toBeVisible()
    const isWhole = await page
      .getByRole('table')
      .evaluate((table) => table.scrollWidth <= (table.parentElement?.clientWidth ?? 0))
    expect(isWhole).toBe(true)
    await row.getByRole('button', { name: `Ações de ${winner.username}` }).click()
    await page.getByRole('menuitem', { name: 'Liberar prêmio' }).click()
    await confirm(dialog, 'O resultado vale', 'Liberar prêmio')
    await expect(row).toContainText('Rita Risco')
    expect(await balance()).toBe(800)
    await page.context().close()
  })

  await test.step('deposits that are many or large are candidates, and somebody decides', async () => {
    await sandbox.addDeposits(winner.username, { amount: 1_500, count: 10 })
    const page = await open(browser, 'compliance', '/laundering')
    await expect(page.getByRole('heading', { name: 'Suspeitas de lavagem' })).toBeVisible()
    const rows = page.getByRole('row', { name: winner.username })
    await expect(async () => {
      await page.getByRole('button', { name: 'Atualizar' }).click()
      await expect(rows.first()).toBeVisible({ timeout: 1_000 })
    }).toPass(ofJobs)
    await rows
      .first()
      .getByRole('button', { name: /^Ações de / })
      .click()
    await page.getByRole('menuitem', { name: 'Decidir suspeita' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Decisão').selectOption('Comunicado')
    await confirm(dialog, 'Comunicado no Siscoaf, protocolo 1', 'Decidir suspeita')
    await expect(rows.filter({ hasText: 'Comunicado' })).toHaveCount(1)
    await page.context().close()
  })

  await test.step('the report of the day is made, and its delivery seen with its receipt', async () => {
    await sandbox.advanceClock(dayMs)
    const page = await open(browser, 'compliance', '/regulator')
    await expect(page.getByRole('heading', { name: 'Regulador', level: 1 })).toBeVisible()
    await page.getByRole('button', { name: 'Gerar lotes' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Família').selectOption('Carteiras')
    await dialog.getByLabel(/^Dia/).fill(dayOf(today))
    await dialog.getByRole('button', { name: 'Gerar lotes' }).click()
    await expect(dialog).toBeHidden()
    // What is due is made by itself: that of the day before.
    const shown = new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo' }).format(today)
    const row = page.getByRole('row', { name: 'Carteiras' }).filter({ hasText: shown })
    await expect(async () => {
      await page.getByRole('button', { name: 'Atualizar' }).click()
      await expect(row).toContainText('Enviado', { timeout: 1_000 })
    }).toPass(ofJobs)
    expect(peer?.lots.map(({ family }) => family)).toContain(reportFamilies.wallets)
    await row.getByRole('link').first().click()
    await expect(page.getByText('Recibo')).toBeVisible()
    await expect(page.getByText('premiosSuspensos')).toBeVisible()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Baixar o XML' }).click()
    expect((await saved).suggestedFilename()).toContain(reportFamilies.wallets)
    await page.context().close()
  })

  await test.step('a person whom the register names is in the list with deadline and money', async () => {
    peer?.blocked.set(cpf, ['PROGRAMA_SOCIAL'])
    // The first login of a day asks the register.
    const token = await sandbox.newSession(person.username)
    const refused = await requestAs(sandbox, token, '/api/app/game/dice/bet', {
      amount: 1,
      direction: 'over',
      chance: 98,
    })
    expect(refused.http).toBe(403)
    const page = await open(browser, 'compliance', '/blocked-players')
    await expect(page.getByRole('heading', { name: 'Impedidos' })).toBeVisible()
    const row = page.getByRole('row', { name: person.username })
    await expect(row).toContainText('No prazo de retirada')
    await expect(row).toContainText('Programa social')
    await expect(row).toContainText(/R\$\s70,00/)
    // The house keeps the money back: it will not be paid out by itself.
    await row.getByText(person.username).click()
    await page.getByRole('button', { name: 'Mais ações' }).click()
    await page.getByRole('menuitem', { name: 'Bloquear retiradas' }).click()
    await confirm(page.getByRole('dialog'), 'Conferir a origem', 'Bloquear retiradas')
    await page.context().close()
  })

  await test.step('what nobody has claimed after 180 days is a list of its own, with a file', async () => {
    await sandbox.advanceClock(181 * dayMs)
    const page = await open(browser, 'compliance', '/blocked-players')
    await page.getByLabel('Situação').selectOption('Não reclamado')
    const row = page.getByRole('row', { name: person.username })
    await expect(row).toContainText(/R\$\s70,00/)
    const saved = page.waitForEvent('download')
    await page.getByRole('link', { name: 'CSV' }).click()
    expect((await saved).suggestedFilename()).toMatch(/\.csv$/)
    await page.context().close()
  })
})
