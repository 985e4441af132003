import type { Locator } from '@playwright/test'
import { isSlotCode, slotCodes, type SlotCode } from '#contract/games/slots.ts'
import { languageCodes, languages } from '#contract/languages.ts'
import { cents } from '#contract/money.ts'
import { expectAccessible } from '../axe.ts'
import { expect, test, withGameMotion } from '../fixtures.ts'
import {
  findRound,
  givesFreeSpins,
  winsNothing,
  slotNames,
  SlotPage,
  wins,
} from '../page-models/slot-page.ts'
import { keepPicture } from '../pictures.ts'
import { requestAs, callAs } from '../playerApi.ts'

test.use(withGameMotion)

const reais = (value: number) =>
  `R$ ${(value / 100).toLocaleString('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
const code: SlotCode = 'amazonia'
const address = `/play?game=${code}`

test(
  'a slot is opened from home and spun, and the balance follows',
  { tag: '@window' },
  async ({ app, page, sandbox, signIn }) => {
    const user = await signIn({ balance: 100 })
    const target = findRound(code, wins(24, 200))
    await sandbox.setSeeds(user.username, target.seeds)
    await app.open('/home')
    await page.getByRole('link', { name: slotNames[code], exact: true }).first().click()
    await expect(page).toHaveURL(/\/play\?game=amazonia$/)
    const slot = new SlotPage(page, code)
    await slot.ready()
    await expect(slot.wallet).toHaveAccessibleName('Carteira: Saldo, R$ 100,00')
    await slot.spin.click()
    await expect(slot.result).toHaveText(`Você ganhou ${reais(target.payout)}`)
    const balanceLeft = reais(100_00 - 1_00 + target.payout)
    await expect(slot.wallet).toHaveAccessibleName(`Carteira: Saldo, ${balanceLeft}`)
    await expect(app.balance).toHaveText(balanceLeft)
    await slot.expectAccessible(code)
    await expectAccessible(page, `the page around ${code}`)
    await slot.button('Histórico').click()
    const round = slot.frame.getByRole('list', { name: 'Histórico' }).getByRole('listitem')
    await expect(round).toHaveCount(1)
    await round.getByText(/^Pagou/).click()
    await expect(round.getByText(target.seeds.clientSeed)).toBeVisible()
  },
)

test('a win of no more than the stake is shown but not celebrated @full', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  const user = await signIn({ balance: 100 })
  const target = findRound(code, wins(1, 19))
  await sandbox.setSeeds(user.username, target.seeds)
  await app.open(address)
  const slot = new SlotPage(page, code)
  await slot.ready()
  await slot.spin.click()
  await expect(slot.result).toHaveText(`Retornou ${reais(target.payout)}`)
})

test('free spins are announced, played and summed up @full', async ({ app, page, sandbox, signIn }) => {
  const user = await signIn({ balance: 100 })
  const target = findRound(code, givesFreeSpins)
  await sandbox.setSeeds(user.username, target.seeds)
  await app.open(address)
  const slot = new SlotPage(page, code)
  await slot.ready()
  await slot.turbo.click()
  await slot.spin.click()
  const given = target.round.spins[0]?.awarded ?? 0
  await expect(slot.frame.getByText(`${given} rodadas grátis`, { exact: true })).toBeVisible()
  await slot.expectAccessible('the announcement of free spins')
  await slot.startFree.click()
  await expect(slot.frame.getByText('Fim das rodadas grátis')).toBeVisible({ timeout: 45_000 })
  await slot.continueButton.click()
  await expect(slot.result).toHaveText(`Você ganhou ${reais(target.payout)}`)
  await expect(app.balance).toHaveText(reais(100_00 - 1_00 + target.payout))
})

test('on a tablet the machine is the largest thing, and what it announces lies inside of it @full', async ({
  app,
  page,
  host,
  sandbox,
  signIn,
}) => {
  test.skip(host === 'electron', 'the window has a size of its own')
  const user = await signIn({ balance: 100 })
  await sandbox.setSeeds(user.username, findRound(code, givesFreeSpins).seeds)
  await page.setViewportSize({ width: 768, height: 1024 })
  await app.open(address)
  const slot = new SlotPage(page, code)
  await slot.ready()
  await slot.turbo.click()
  await slot.spin.click()
  const machine = slot.frame.locator('.window')
  const expectInside = async (text: Locator) => {
    const [outer, inner] = [await machine.boundingBox(), await text.boundingBox()]
    if (!outer || !inner) throw new Error('not in the page')
    expect(inner.y).toBeGreaterThan(outer.y)
    expect(inner.y + inner.height).toBeLessThan(outer.y + outer.height)
  }
  await expect(slot.startFree).toBeVisible()
  await expectInside(slot.frame.locator('.announcement strong'))
  await expectInside(slot.startFree)
  expect((await machine.boundingBox())?.height).toBeGreaterThan(400)
  await slot.startFree.click()
  await expect(slot.continueButton).toBeVisible({ timeout: 45_000 })
  await expectInside(slot.frame.locator('.announcement strong'))
  await expectInside(slot.continueButton)
})

test('on a desktop the controls stand in a bar below the machine, and nothing is below the fold @full', async ({
  app,
  page,
  host,
  signIn,
}) => {
  test.skip(host === 'electron', 'the window has a size of its own')
  await signIn({ balance: 100 })
  await page.setViewportSize({ width: 1280, height: 800 })
  await app.open(address)
  const slot = new SlotPage(page, code)
  await slot.ready()
  const [machine, spin, stake] = [
    await slot.frame.locator('.window').boundingBox(),
    await slot.spin.boundingBox(),
    await slot.stake.boundingBox(),
  ]
  if (!machine || !spin || !stake) throw new Error('not in the page')
  expect(machine.width).toBeGreaterThan(550)
  for (const control of [spin, stake]) {
    expect(control.y).toBeGreaterThan(machine.y + machine.height)
    expect(control.y + control.height).toBeLessThan(800)
  }
  await expect(slot.frame.locator('.meter')).toBeInViewport({ ratio: 1 })
})

test('the highest tier at the highest stake fits a small phone, and the balance follows after it @full', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  const user = await signIn({ balance: 1_000 })
  const target = findRound(code, wins(1_000, 10_000), cents(500_00))
  await sandbox.setSeeds(user.username, target.seeds)
  await page.setViewportSize({ width: 320, height: 640 })
  await app.open(address)
  const slot = new SlotPage(page, code)
  await slot.ready()
  await slot.stake.fill('500')
  await slot.spin.click()
  const amount = slot.frame.locator('.bigWin b')
  await expect(amount).toBeVisible()
  const free = await amount.evaluate((element) => {
    const text = element.getBoundingClientRect()
    const board = (element.closest('.window') ?? element).getBoundingClientRect()
    return Math.min(text.left - board.left, board.right - text.right)
  })
  expect(free).toBeGreaterThanOrEqual(8)
  await expect(app.balance).toHaveText('R$ 500,00')
  await expect(app.balance).toHaveText(reais(500_00 + target.payout))
})

test('a reload during free spins loses nothing and bets nothing @full', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  const user = await signIn({ balance: 100 })
  const target = findRound(code, givesFreeSpins)
  await sandbox.setSeeds(user.username, target.seeds)
  await app.open(address)
  const slot = new SlotPage(page, code)
  await slot.ready()
  await slot.turbo.click()
  await slot.spin.click()
  await slot.startFree.click()
  await app.open(address)
  await expect(slot.frame.getByText('Retomando a rodada interrompida')).toBeVisible()
  await slot.turbo.click()
  await slot.startFree.click()
  await expect(slot.frame.getByText('Fim das rodadas grátis')).toBeVisible({ timeout: 45_000 })
  await slot.continueButton.click()
  await slot.ready()
  const balanceLeft = reais(100_00 - 1_00 + target.payout)
  await expect(slot.wallet).toHaveAccessibleName(`Carteira: Saldo, ${balanceLeft}`)
  // A round that was watched to the end is not replayed.
  await app.open(address)
  await slot.ready()
  await expect(slot.wallet).toHaveAccessibleName(`Carteira: Saldo, ${balanceLeft}`)
})

test('a reload in the middle of a spin loses nothing @full', async ({ app, page, sandbox, signIn }) => {
  const user = await signIn({ balance: 100 })
  const target = findRound(code, wins(24, 200))
  await sandbox.setSeeds(user.username, target.seeds)
  await app.open(address)
  const slot = new SlotPage(page, code)
  await slot.ready()
  await slot.spin.click()
  await expect(slot.button('Parar já')).toBeVisible()
  const paid = (100_00 - 1_00 + target.payout) / 100
  await expect.poll(async () => (await sandbox.readUser(user.username)).balance).toBe(paid)
  await app.open(address)
  await slot.ready()
  await expect(slot.wallet).toHaveAccessibleName(`Carteira: Saldo, ${reais(paid * 100)}`)
  await slot.button('Histórico').click()
  await expect(slot.frame.getByRole('list', { name: 'Histórico' }).getByRole('listitem')).toHaveCount(1)
})

test('after a lost response the spin is requested again and bets once', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  const user = await signIn({ balance: 100 })
  const target = findRound(code, winsNothing)
  await sandbox.setSeeds(user.username, target.seeds)
  await app.open(address)
  const slot = new SlotPage(page, code)
  await slot.ready()
  const inside = await slot.frameDocument()
  // The first bet reaches the server, but its response is lost.
  await inside.evaluate(() => {
    const real = window.fetch.bind(window)
    let isCut = false
    window.fetch = async (...call) => {
      const response = await real(...call)
      if (isCut || !String(call[0]).endsWith('/spin')) return response
      isCut = true
      throw new TypeError('network lost')
    }
  })
  await slot.spin.click()
  await expect(slot.result).toHaveText('Sem prêmio desta vez')
  await expect(slot.wallet).toHaveAccessibleName('Carteira: Saldo, R$ 99,00')
  expect((await sandbox.readUser(user.username)).balance).toBe(99)
})

test('a low balance opens the low-balance deposit, and a payment shows at once @full', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  const user = await signIn({ balance: 10.5 })
  await sandbox.setSeeds(user.username, findRound(code, winsNothing).seeds)
  await app.open(address)
  const slot = new SlotPage(page, code)
  await slot.ready()
  await slot.spin.click()
  await expect(app.dialog('Saldo baixo')).toBeVisible()
  await app.dialog('Saldo baixo').getByRole('button', { name: 'Depósito', exact: true }).click()
  await expect.poll(async () => (await sandbox.orders(user.username)).length).toBe(1)
  const [order] = await sandbox.orders(user.username)
  await sandbox.settleOrder(order?.orderId ?? '', 'pay')
  const paid = (await sandbox.readUser(user.username)).balance
  expect(paid).toBeGreaterThan(9.5)
  await expect(app.dialog('Saldo baixo')).toBeHidden()
  await expect(app.balance).toHaveText(reais(Math.round(paid * 100)))
  await expect(slot.wallet).toHaveAccessibleName(`Carteira: Saldo, ${reais(Math.round(paid * 100))}`)
  await slot.ready()
})

test('a stake above the balance opens the deposit and bets nothing @full', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  const user = await signIn({ balance: 5 })
  await app.open(address)
  const slot = new SlotPage(page, code)
  await slot.ready()
  await slot.stake.fill('6,00')
  await slot.spin.click()
  await expect(app.dialog('Saldo baixo')).toBeVisible()
  expect((await sandbox.readUser(user.username)).balance).toBe(5)
})

test('invalid stakes are refused with a reason @full', async ({ app, page, signIn }) => {
  await signIn({ balance: 100 })
  await app.open(address)
  const slot = new SlotPage(page, code)
  await slot.ready()
  for (const [typed, reason] of [
    ['0,100', 'Digite um valor, como 10,00'],
    ['-1', 'Digite um valor, como 10,00'],
    ['1e309', 'Digite um valor, como 10,00'],
    ['0,09', 'Mínimo: R$ 0,20'],
    ['50000', 'Máximo: R$ 500,00'],
  ] as const) {
    await slot.stake.fill(typed)
    await expect(slot.frame.getByText(reason, { exact: true })).toBeVisible()
    await expect(slot.spin).toBeDisabled()
    await expect(slot.stake).toHaveValue(typed)
  }
  await slot.stake.fill('1.234,5')
  await expect(slot.frame.getByText('Máximo: R$ 500,00')).toBeVisible()
  await slot.stake.fill('2,5')
  await expect(slot.spin).toBeEnabled()
})

test('a ticket works once, for its own game only', async ({ sandbox }) => {
  const { token } = await sandbox.createUser({ balance: 10 })
  const { ticket } = await callAs<{ ticket: string }>(sandbox, token, `/api/app/game/session/${code}`, {})
  const exchange = (gameCode: string, used: string) =>
    requestAs(sandbox, '', '/api/games/session', { gameCode, ticket: used })
  expect((await exchange('carnaval', ticket)).http).toBe(403)
  const other = await callAs<{ ticket: string }>(sandbox, token, `/api/app/game/session/${code}`, {})
  expect((await exchange(code, other.ticket)).http).toBe(200)
  const replayed = await exchange(code, other.ticket)
  expect(replayed.http).toBe(403)
  expect(replayed.message).not.toBe('')
  expect((await exchange(code, 'made-up')).http).toBe(403)
})

test('foreign or malformed messages change nothing', async ({ app, page, signIn }) => {
  await signIn({ balance: 100 })
  await app.open(address)
  const slot = new SlotPage(page, code)
  await slot.ready()
  await page.evaluate(() => {
    for (const type of ['exit', 'needDeposit', 'openSupport'])
      window.postMessage({ source: 'palpite', type }, '*')
  })
  const inside = await slot.frameDocument()
  await inside.evaluate(() => {
    const invalidMessages = [
      { source: 'other', type: 'exit' },
      { source: 'palpite', type: 'logout' },
      { type: 'exit' },
      'exit',
      null,
      [{ source: 'palpite', type: 'exit' }],
    ]
    for (const message of invalidMessages) window.parent.postMessage(message, '*')
    // This message comes from the frame itself and not from its host.
    window.postMessage({ source: 'palpite', type: 'balance', balance: 999_999, freeBalance: 0 }, '*')
  })
  // Once this valid message has taken effect, all earlier ones have been handled.
  await inside.evaluate(() => window.parent.postMessage({ source: 'palpite', type: 'needDeposit' }, '*'))
  await expect(app.dialog('Saldo baixo')).toBeVisible()
  await expect(page).toHaveURL(/\/play\?game=amazonia/)
  await page.keyboard.press('Escape')
  await expect(slot.wallet).toHaveAccessibleName('Carteira: Saldo, R$ 100,00')
  await expect(app.balance).toHaveText('R$ 100,00')
})

test('a notice reaches the game @full', async ({ app, page, sandbox, signIn }) => {
  const user = await signIn({ balance: 100 })
  await app.open('/home')
  await page.getByRole('link', { name: slotNames[code], exact: true }).first().click()
  const slot = new SlotPage(page, code)
  await slot.ready()
  await app.online(user.username)
  await sandbox.sendNotice(user.username, 'Manutenção às 3h')
  await expect(slot.frame.getByText('Manutenção às 3h')).toBeVisible()
})

test('automatic spins run to their number and say why they stopped @full', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  const user = await signIn({ balance: 100 })
  await sandbox.setSeeds(user.username, findRound(code, winsNothing).seeds)
  await app.open(address)
  const slot = new SlotPage(page, code)
  await slot.ready()
  await slot.turbo.click()
  await slot.auto.click()
  const sheet = slot.dialog('Giros automáticos')
  await sheet.getByRole('textbox', { name: 'Parar ao perder' }).fill('0,50')
  await slot.expectAccessible('automatic spins')
  await sheet.getByRole('button', { name: 'Começar' }).click()
  await expect(slot.autoState).toHaveText('Parou: limite de perda atingido')
  await expect(slot.wallet).toHaveAccessibleName('Carteira: Saldo, R$ 99,00')
})

test('the space key spins; pay table and rules are available before a bet @full', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  const user = await signIn({ balance: 100 })
  await sandbox.setSeeds(user.username, findRound(code, winsNothing).seeds)
  await app.open(address)
  const slot = new SlotPage(page, code)
  await slot.ready()
  await slot.button('Tabela e regras').click()
  const rules = slot.dialog('Tabela e regras')
  await expect(rules.getByText(/^Retorno ao jogador \(RTP\): 9\d,\d+%/)).toBeVisible()
  await slot.expectAccessible('the pay table')
  await page.keyboard.press('Escape')
  await expect(rules).toBeHidden()
  await slot.frame.getByRole('img', { name: 'Rolos' }).click()
  await page.keyboard.press(' ')
  await expect(slot.result).toHaveText('Sem prêmio desta vez')
})

test('guests are asked to log in @full', async ({ app, page }) => {
  await app.open(address)
  await expect(page.getByRole('heading', { name: 'Entre para jogar' })).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)
  await expectAccessible(page, 'a guest at play')
  await app.button('Entrar').click()
  await expect(app.dialog('Acesso')).toBeVisible()
})

test('an unknown game says so, and so does an address without one @full', async ({ app, page, signIn }) => {
  await signIn({ balance: 10 })
  for (const path of ['/play', '/play?game=nada']) {
    await app.open(path)
    await expect(page.getByRole('heading', { name: 'Jogo não encontrado' })).toBeVisible()
  }
  await expectAccessible(page, 'an unknown game')
})

for (const theme of slotCodes) {
  test(`${theme} is drawn, and axe finds no violation @full`, async ({ app, page, host, signIn }) => {
    expect(isSlotCode(theme)).toBe(true)
    await signIn({ balance: 1284.5 })
    await app.open(`/play?game=${theme}`)
    const slot = new SlotPage(page, theme)
    await slot.ready()
    await slot.expectAccessible(theme)
    await expectAccessible(page, `the page around ${theme}`)
    const sizes =
      host === 'web'
        ? ([
            [320, 640],
            [1280, 800],
            [393, 852],
          ] as const)
        : []
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height })
      await expect(slot.spin).toBeInViewport({ ratio: 1 })
      await keepPicture(page, `${host}/slot-${theme}-${width}`)
    }
  })
}

test('on the smallest phone, the name of the game is whole in every language @full', async ({
  app,
  page,
  host,
  signIn,
}) => {
  test.skip(host === 'electron', 'the window has a size and a language of its own')
  await signIn({ balance: 1284.5 })
  for (const code of languageCodes) {
    await app.openOnSmallestPhone('/play?game=ouro-da-serra', code)
    await expect(page.locator('html')).toHaveAttribute('lang', languages[code].locale)
    await expect(page.getByRole('status').first()).toBeVisible()
    const isCut = await page
      .getByRole('heading', { level: 1 })
      .evaluate((name) => name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight + 1)
    expect(isCut, code).toBe(false)
  }
})
