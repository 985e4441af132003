import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import chat from '#renderer/i18n/locales/pt_BR/chat.json' with { type: 'json' }
import loyalty from '#renderer/i18n/locales/pt_BR/loyalty.json' with { type: 'json' }
import common from '#renderer/i18n/locales/pt_BR/common.json' with { type: 'json' }
import home from '#renderer/i18n/locales/pt_BR/home.json' with { type: 'json' }
import kiosk from '#renderer/i18n/locales/pt_BR/kiosk.json' with { type: 'json' }
import money from '#renderer/i18n/locales/pt_BR/money.json' with { type: 'json' }
import rewards from '#renderer/i18n/locales/pt_BR/rewards.json' with { type: 'json' }
import { pagePaths, type PageName } from '#contract/pages.ts'
import { prerenderedPages } from '#contract/prerenderedPages.ts'
import type { PalpiteApp } from '#qa/pages/palpite-app.ts'
import type { addressable } from '#renderer/stores/overlays.ts'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { inspected, stepsOf } from '../identitySteps.ts'
import { useOwnServer } from '../ownServer.ts'
import { AccessOverlay } from '../page-models/access-overlay.ts'
import { CashierOverlay } from '../page-models/cashier-overlay.ts'
import { GamePage } from '../page-models/game-page.ts'
import { Menus } from '#qa/pages/menus.ts'
import { Prompts } from '../page-models/prompts.ts'
import { smallTargets } from '../targets.ts'
import { testCpf } from '../testCpf.ts'
import { waitUntilSettled, walkTo, walkToOverlay } from '../textFit.ts'

// The same product on a server of the profile `br` (docs/jurisdictions.md).
useOwnServer({ JURISDICTION: 'br' })

test('limits are requested right after the registration, and can be set later', async ({
  app,
  page,
  sandbox,
}) => {
  const email = `br-${randomUUID().slice(0, 12)}@gmail.com`
  const access = new AccessOverlay(page, sandbox)
  await app.open('/home')
  await app.button('Inscrever-se').first().click()
  await access.register({ email, password: 'Segura-123' })
  const limit = app.dialog('Defina seus limites')
  await expect(limit).toBeVisible()
  await expectAccessible(page, 'limits')
  expect(await smallTargets(page)).toEqual([])
  await limit.getByRole('textbox', { name: 'Limite de perda' }).fill('0')
  await limit.getByRole('button', { name: 'Guardar os limites' }).click()
  await expect(limit).toContainText('Digite um valor maior que zero.')
  await expect(limit).toContainText('Digite o tempo em minutos inteiros.')
  await limit.getByRole('button', { name: 'Agora não' }).click()
  await expect(limit).toBeHidden()
  await expect(app.balance).toHaveText('R$ 0,00')
})

test('no deposit is possible before limits and a confirmed address; then there is no bonus and no voucher', async ({
  app,
  page,
  login,
}) => {
  await login({ kyc: 1 })
  const cashier = new CashierOverlay(page)
  await app.button('Depositar').click()
  const amount = cashier.dialog.getByRole('textbox', { name: 'Limite de perda' })
  await expect(amount).toBeVisible()
  await expect(cashier.dialog.getByRole('radio', { name: /R\$\s100,00/ })).toHaveCount(0)
  await amount.fill('60')
  await cashier.dialog.getByRole('textbox', { name: 'Limite de tempo' }).fill('600')
  await cashier.dialog.getByRole('button', { name: 'Guardar os limites' }).click()
  await expect(cashier.package('R$ 100,00')).toHaveAccessibleName('R$ 100,00')
  await expect(cashier.dialog.getByRole('checkbox', { name: 'Não participe de promoções' })).toBeHidden()
  await expect(cashier.dialog).toContainText('conta no seu CPF')
  await expect(cashier.dialog.getByText('Tenho um vale')).toHaveCount(0)
  await cashier.pay('R$ 50,00')
  await expect(cashier.waiting).toBeVisible()
})

test('the low-balance deposit in a game requires the limit too @full', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  const user = await signIn({ kyc: 1, balance: 20 })
  const game = new GamePage(page)
  const { lowBalance } = new Prompts(page)
  await app.open('/limbo')
  await app.online(user.username)
  await game.stake.fill('50')
  await game.bet.click()
  await expect(lowBalance).toBeVisible()
  await lowBalance.getByRole('textbox', { name: 'Limite de perda' }).fill('500')
  await lowBalance.getByRole('textbox', { name: 'Limite de tempo' }).fill('600')
  await lowBalance.getByRole('button', { name: 'Guardar os limites' }).click()
  await lowBalance.getByRole('radio').first().check()
  await lowBalance.getByRole('button', { name: 'Depósito', exact: true }).click()
  await expect.poll(async () => (await sandbox.orders(user.username)).length).toBe(1)
})

test("withdrawals go to the player's own CPF only, and the online figure is the true count", async ({
  app,
  page,
  login,
}) => {
  await login({ kyc: 1, balance: 100, lx: '20' })
  const cashier = new CashierOverlay(page)
  await expect(page.getByText(/^\d{1,2} online$/)).toBeVisible()
  await walkToOverlay(page, 'withdraw')
  const panel = cashier.withdrawPanel
  await expect(panel.getByRole('button', { name: 'Destino' })).toContainText('CPF · ***.')
  await panel.getByRole('button', { name: 'Destino' }).click()
  await expect(cashier.destination.getByRole('radio', { name: 'CPF' })).toBeVisible()
  for (const name of ['CNPJ', 'USDT']) {
    await expect(cashier.destination.getByRole('radio', { name })).toHaveCount(0)
  }
  await cashier.fillDestination({ type: 'CPF', key: testCpf(), holder: 'Maria Souza' })
  await expect(app.alert).toContainText('A retirada só pode ir para o CPF confirmado desta conta.')
  await app.dismissAlert()
  await page.keyboard.press('Escape')
  await expect(cashier.destination).toBeHidden()
  await panel.getByRole('textbox', { name: 'Valor da retirada' }).fill('60')
  await panel.getByRole('button', { name: 'Retirar', exact: true }).click()
  await expect(page.getByText('Solicitação de saque bem-sucedida!').first()).toBeVisible()
  await expect(app.balance).toHaveText('R$ 40,00')
})

test('a player sends document and face by the camera and from a file, and is confirmed @window', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  const { username } = await signIn({ kyc: 0 })
  const { button, check, fillForm, takePicture, chooseFile } = stepsOf(page, app, sandbox)
  await app.open('/identidade')
  await app.online(username)
  await button('Começar').click()
  await fillForm()
  await takePicture('a frente', (state) => inspected(page, state))
  await chooseFile('o verso')
  await takePicture('o rosto')
  await button('Concluir e mandar').click()
  await expect(page.getByText('Em análise')).toBeVisible()
  const sent = await check()
  if (!sent) throw new Error('the check does not wait')
  const params = { userId: sent.userId }
  await sandbox.call('POST identity/:userId/confirm', { params, body: { id: sent.id } })
  await expect(page.getByText('Identidade confirmada').first()).toBeVisible()
})

const off = [
  rewards.checkIn,
  rewards.multiplier,
  loyalty.ladder,
  loyalty.promotions.firstDeposit,
  loyalty.promotions.invite,
  loyalty.vip.columns.bonus,
  loyalty.vip.howBonus,
  money.second,
  money.voucher,
  kiosk.phone,
  common.download.venue,
  home.club.text,
].flatMap(leavesOf)
const everything = [rewards, loyalty, money, kiosk, common, home].flatMap(leavesOf)
/** The texts of what the profile turns off, without those that something else has too. */
const textsOfOff = off.filter(
  (text) =>
    everything.filter((each) => each.includes(text)).length ===
    off.filter((each) => each.includes(text)).length,
)

/** What a text says before its first figure. */
function leavesOf(texts: string | object): string[] {
  if (typeof texts === 'object')
    return Object.values(texts).flatMap((text: string | object) => leavesOf(text))
  const [said = ''] = texts.split('{{')
  return said.trim().length >= 12 ? [said.trim()] : []
}

const shownElsewhere = /USDT|TRC20|[Cc]artão de crédito|vale-|[Bb]ônus de (nível|depósito|boas-vindas)/

/** What of that is on the page, dialogs included. */
async function foundOn(page: Page, where: string): Promise<string[]> {
  await waitUntilSettled(page)
  const text = await page.evaluate(() => document.body.innerText)
  return [...textsOfOff, ...(shownElsewhere.exec(text)?.slice(0, 1) ?? [])]
    .filter((each) => text.includes(each))
    .map((each) => `${where}: ${each}`)
}

/** The first heading of each page; these have none of their own: they lead to another. */
const ownHeadings: Record<
  Exclude<PageName, 'registered' | 'voucher' | 'terminalLogin' | 'signInSheet' | 'ladderBonus'>,
  string
> = {
  home: 'Palpite: jogos e apostas',
  conta: 'Conta',
  registros: 'Registros',
  paySuccess: 'Comprovante',
  play: 'Jogo',
  error: 'Algo deu errado',
  dice: 'Dice',
  limbo: 'Limbo',
  luckyColor: 'Cor da Sorte',
  double: 'Double',
  rowDouble: 'Torre',
  footballPage: 'Esportes',
  mines: 'Mines',
  fair: 'Resultado verificável',
  invitation: 'Convite',
  link: 'Link de acesso',
  download: 'Baixar o Palpite',
  gamebouns: 'Promoções',
  gameMess: 'Mensagens',
  jogoResponsavel: 'Jogo responsável',
  identity: 'Verificação de identidade',
  results: 'Meus resultados',
  sportRules: 'Regras: Futebol',
  vip: 'Clube VIP',
  share: 'Compartilhar',
  agentJl: 'Agente',
  active: 'Cashback de fim de semana',
  sharedTicket: 'Bilhete compartilhado',
}

/** The profile is never told: what the page itself says must do. */
const withholdProfile = (page: Page) =>
  page.route('**/main/appInfo', (route) => route.fulfill({ status: 503, body: '' }))

type Walked = keyof typeof ownHeadings
const allPages = Object.keys(ownHeadings) as Walked[]
/** Those that offer most of it where it is turned on. */
const offering: readonly Walked[] = ['home', 'gamebouns', 'vip', 'agentJl']

/** Goes over the pages as their links go; returns what it found. */
async function walkPages(page: Page, names: readonly Walked[]): Promise<string[]> {
  const found: string[] = []
  for (const name of names) {
    const own = ownHeadings[name]
    const path = pagePaths[name].replace('{}', name === 'active' ? '2' : 'abc')
    await walkTo(page, path)
    await expect(
      page.locator('main').getByRole('heading', { level: 1, name: own, exact: true }),
    ).toBeAttached()
    found.push(...(await foundOn(page, path)))
  }
  return found
}

/** Opens what is above a page; returns what it found. */
async function walkOverlays(
  page: Page,
  app: PalpiteApp,
  names: readonly (typeof addressable)[number][],
): Promise<string[]> {
  const found: string[] = []
  await app.open('/home')
  for (const name of names) {
    await walkToOverlay(page, name)
    found.push(...(await foundOn(page, name)))
  }
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  const menus = new Menus(page)
  await menus.openSide()
  found.push(...(await foundOn(page, 'side menu')))
  return found
}

for (const [when, names, tag] of [
  ['once the client is told', offering, ''],
  ['once the client is told', allPages, ' on any page @full'],
  ['before the client is told', allPages, ' @full'],
] as const)
  test(`nothing shows what the profile turns off, ${when}${tag}`, async ({ app, page, signIn, request }) => {
    expect(textsOfOff.length).toBeGreaterThan(40)
    if (when === 'before the client is told') {
      await withholdProfile(page)
      for (const name of prerenderedPages) {
        const drawn = await (await request.get(pagePaths[name])).text()
        expect(drawn).toMatch(/<html[^>]* data-off="/)
        expect(drawn).toContain('id="prerender"')
        expect(textsOfOff.filter((text) => drawn.includes(text))).toEqual([])
      }
    }
    const isEverywhere = names === allPages
    if (isEverywhere)
      expect(await walkOverlays(page, app, ['login', 'register', 'terms', 'language'])).toEqual([])
    const user = await signIn({ kyc: 1, balance: 300, freeBalance: 20, level: 12, lx: '20', gift: 1 })
    await app.open('/resultados')
    await app.online(user.username)
    expect(await walkPages(page, names)).toEqual([])
    if (!isEverywhere) return expect(await walkOverlays(page, app, ['deposit'])).toEqual([])
    const players = await walkOverlays(page, app, [
      'deposit',
      'withdraw',
      'terms',
      'privacy',
      'profile',
      'notifications',
    ])
    await app.dialog('Menu').getByRole('button', { name: common.sideMenu.support }).click()
    await page.getByRole('button', { name: chat.answers }).click()
    await expect(page.getByText(common.support.lead)).toBeVisible()
    const answers = await foundOn(page, 'answers')
    await app.open('/home')
    await new Menus(page).openAccount()
    expect([...players, ...answers, ...(await foundOn(page, 'account menu'))]).toEqual([])
  })

test('a page that the profile turns off leads to one that there is', async ({ app, signIn }) => {
  const user = await signIn({ kyc: 1 })
  await app.open('/resultados')
  await app.online(user.username)
  for (const [path, to] of [
    ['/valeABCD', '/home'],
    ['/totemabc', '/home'],
    ['/signInSheet', '/gamebouns'],
    ['/ladderBonus', '/agentJl'],
  ] as const) {
    await app.open(path)
    await expect.poll(() => app.path).toBe(to)
  }
})
