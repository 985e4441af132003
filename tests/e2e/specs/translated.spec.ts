import { maxChatTextLength } from '#contract/rules/chat.ts'
import type { Frame, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { minesSeeds } from '../minesSeeds.ts'
import { fixSeeds, GamePage } from '../page-models/game-page.ts'
import { ChatPanel } from '../page-models/chat-panel.ts'
import { MinesPage } from '../page-models/mines-page.ts'
import { findRound, SlotPage, wins } from '../page-models/slot-page.ts'
import { marksOfReact, translate } from '../translate.ts'

test('a translated page plays on, and shows the amounts that the server pays @full', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  const failures: Error[] = []
  page.on('pageerror', (error) => failures.push(error))
  const user = await signIn({ balance: 100 })
  await sandbox.setSeeds(user.username, minesSeeds)
  const mines = new MinesPage(page)
  await app.open('/mines')
  await mines.setMines(3)
  // Every screen is searched for texts that do not stand alone (documents.ts).
  expect(await marksOfReact(page)).toBe(true)
  await translate(page)
  await expect(mines.bet.locator('font').first()).toBeVisible()
  await mines.bet.click()
  await mines.tile(1).click()
  await expect(mines.cashOut).toHaveText(/Sacar R\$\s11,25/)
  await mines.tile(2).click()
  await expect(mines.cashOut).toHaveText(/Sacar R\$\s12,85/)
  await mines.cashOut.click()
  await expect(mines.result).toContainText('12,85')
  await expect(app.balance).toHaveText('R$ 102,85')
  await expect(mines.bet).toBeEnabled()

  const seeds = ['f0344667883e7628a041d8e500e6d203', '2a73709723181740d73e64233275c29c'] as const
  await fixSeeds(sandbox, user.username, seeds, 2)
  await app.open('/rowDouble')
  const tower = new GamePage(page)
  await page.getByRole('radio', { name: 'Difícil' }).check()
  await translate(page)
  await tower.bet.click()
  await page.getByRole('button', { name: /^Linha 1, casa 1(,|$)/ }).click()
  await expect(tower.cashOut).toHaveText(/Sacar R\$\s19,80/)
  await page.getByRole('button', { name: /^Linha 2, casa 1(,|$)/ }).click()
  await expect(tower.cashOut).toHaveText(/Sacar R\$\s39,60/)
  await tower.cashOut.click()
  await expect(app.balance).toHaveText('R$ 132,45')
  expect(failures).toEqual([])
})

test('the chat goes on where its frame is translated @full', async ({ page, sandbox, login }) => {
  const user = await login()
  const failures: Error[] = []
  page.on('pageerror', (error) => failures.push(error))
  const chat = new ChatPanel(page)
  await chat.open()
  await sandbox.replyToChat(user.username, 'Oi!')
  await expect(chat.bubbles).toHaveText(['Oi!'])
  await translate(await frameOf(page, 'Chat do atendimento'))
  await expect(chat.bubbles.locator('font').first()).toBeVisible()

  const left = chat.frame.locator('.left')
  await chat.box.fill('a'.repeat(maxChatTextLength - 20))
  await expect(left).toHaveText('Caracteres restantes: 20')
  await chat.box.fill('a'.repeat(maxChatTextLength - 30))
  await expect(left).toHaveText('Caracteres restantes: 30')
  await chat.box.fill('a')
  await expect(left).toHaveText('')

  // Each state of a message takes the place of the one before.
  const messages = '**/api/app/chat/messages'
  await page.route(messages, (route) => route.abort())
  await chat.write('Meu depósito não caiu')
  const unsent = chat.frame.locator('.player')
  await expect(unsent.locator('small')).toHaveText('Ainda não enviada')
  await page.unroute(messages)
  await expect
    .poll(() => sandbox.chat(user.username))
    .toEqual(['support: Oi!', 'player: Meu depósito não caiu'])
  await expect(chat.bubbles).toHaveText(['Oi!', 'Meu depósito não caiu'])
  await sandbox.replyToChat(user.username, 'Já estou olhando.')
  await expect(chat.bubbles).toHaveText(['Oi!', 'Meu depósito não caiu', 'Já estou olhando.'])
  expect(failures).toEqual([])
})

test('a slot goes on where its frame is translated @full', async ({ app, page, sandbox, signIn }) => {
  const user = await signIn({ balance: 100 })
  const failures: Error[] = []
  page.on('pageerror', (error) => failures.push(error))
  const [first, second] = [findRound('amazonia', wins(24, 60)), findRound('amazonia', wins(61, 200))]
  await sandbox.setSeeds(user.username, first.seeds)
  await app.open('/play?game=amazonia')
  const slot = new SlotPage(page, 'amazonia')
  await slot.ready()
  await translate(await slot.frameDocument())
  await expect(slot.spin.locator('font').first()).toBeVisible()
  const play = async () => {
    await slot.spin.click()
    await slot.ready()
  }
  await play()
  await expect(slot.result).toHaveText(`Você ganhou ${reais(first.payout)}`)
  await sandbox.setSeeds(user.username, second.seeds)
  await play()
  // Neither the word nor the amount of the round before stays.
  await expect(slot.result).toHaveText(`Você ganhou ${reais(second.payout)}`)
  await expect(slot.wallet.locator('b')).toHaveText(reais(100_00 - 2_00 + first.payout + second.payout))
  await expect(slot.spin).toHaveText('Girar')
  await slot.button('Histórico').click()
  const rounds = slot.frame.getByRole('list', { name: 'Histórico' }).getByRole('listitem')
  await expect(rounds).toHaveCount(2)
  await expect(rounds.first()).toContainText(`Pagou ${reais(second.payout)}`)
  expect(failures).toEqual([])
})

async function frameOf(page: Page, title: string): Promise<Frame> {
  const handle = await page.locator(`iframe[title="${title}"]`).elementHandle()
  const frame = await handle?.contentFrame()
  if (!frame) throw new Error(`no frame ${title}`)
  return frame
}

const reais = (cents: number) =>
  `R$ ${(cents / 100).toLocaleString('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
