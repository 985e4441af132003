import { expect, test, withGameMotion } from '../fixtures.ts'
import { minesSeeds } from '../minesSeeds.ts'
import { MinesPage } from '../page-models/mines-page.ts'

test.use(withGameMotion)

test('an open round is resumed after a reload @full', async ({ app, page, sandbox, signIn }) => {
  const user = await signIn({ balance: 100 })
  await sandbox.setSeeds(user.username, minesSeeds)
  const mines = new MinesPage(page)
  await app.open('/mines')
  await mines.setMines(3)
  await mines.bet.dblclick()
  await mines.tile(1).click()
  await expect(mines.tile(1)).toHaveAccessibleName('Casa 1, diamante')
  await expect(app.balance).toHaveText('R$ 90,00')
  await app.open('/home')
  await app.open('/mines')
  await expect(mines.tile(1)).toHaveAccessibleName('Casa 1, diamante')
  await mines.cashOut.click()
  await expect(mines.result).toContainText('1,125x')
  await expect(app.balance).toHaveText('R$ 101,25')
})

test('a mine ends the round and shows the board @full', async ({ app, page, sandbox, signIn }) => {
  const user = await signIn({ balance: 10 })
  await sandbox.setSeeds(user.username, minesSeeds)
  const mines = new MinesPage(page)
  await app.open('/mines')
  await mines.setMines(3)
  await mines.bet.click()
  await mines.tile(14).click()
  await expect(mines.tile(14)).toHaveAccessibleName('Casa 14, mina')
  await expect(mines.tile(17)).toHaveAccessibleName('Casa 17, mina')
  await expect(mines.result).toContainText(/^0,00x, mina, -R\$\s\d/)
  await expect(page.getByText(/^Mina\. -R\$\s\d/)).toBeVisible()
  await expect(app.balance).toHaveText('R$ 0,00')
  // A click meant for the cash-out button comes too late and places no bet.
  await expect(mines.bet).toHaveCSS('animation-name', /hold-back/)
})

test('too little money opens the low-balance deposit @full', async ({ app, page, signIn }) => {
  await signIn({ balance: 5 })
  const mines = new MinesPage(page)
  await app.open('/mines')
  await mines.stake.fill('10,00')
  await mines.bet.click()
  await expect(app.dialog('Saldo baixo')).toBeVisible()
})

test('automatic play runs its rounds and says why it stopped @full', async ({ app, page, signIn }) => {
  await signIn({ balance: 100 })
  const mines = new MinesPage(page)
  await app.open('/mines')
  await page.getByRole('button', { name: 'Automático', exact: true }).click()
  await mines.stake.fill('1,00')
  await mines.tile(5).click()
  await mines.tile(9).click()
  await page.getByRole('spinbutton', { name: 'Rodadas' }).fill('3')
  await expect(mines.bet).toContainText('3×')
  await page.getByRole('button', { name: 'Turbo' }).click()
  // The second click hits the stop button that replaces the start.
  await mines.bet.dblclick()
  await expect(page.getByText('Fim: todas as rodadas foram jogadas')).toBeVisible({ timeout: 20_000 })
  await expect(mines.history.getByRole('button')).toHaveCount(3)
})

test('a round is verified with its revealed seeds @full', async ({ app, page, sandbox, signIn }) => {
  const user = await signIn({ balance: 10 })
  await sandbox.setSeeds(user.username, minesSeeds)
  await app.open('/fair')
  await page.getByRole('textbox', { name: 'Semente do servidor', exact: true }).fill(minesSeeds.serverSeed)
  await page.getByRole('textbox', { name: 'Sua semente' }).fill(minesSeeds.clientSeed)
  await page.getByRole('spinbutton', { name: /nonce/ }).fill('2')
  await page.getByRole('button', { name: 'Verificar', exact: true }).click()
  await expect(page.getByRole('status', { name: 'Resultado' })).toContainText('14, 17, 23')
})

test('multipliers with two decimals: the reached and the next one are marked, the button says the gain @full', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  const user = await signIn({ balance: 100 })
  await sandbox.setSeeds(user.username, minesSeeds)
  const mines = new MinesPage(page)
  await app.open('/mines')
  const step = (state: string) => mines.steps.and(page.locator(state))
  await expect(step('[data-mark=next]')).toHaveText('1º diamante1,12x')
  await mines.bet.click()
  await mines.tile(1).click()
  await expect(step('[aria-current=step]')).toHaveText('1º diamante1,12x')
  await expect(step('[data-mark=next]')).toHaveText('2º diamante1,28x')
  // The same number as in the steps beside it; what is announced of a cash-out is exact.
  await expect(mines.result).toContainText('1,12x, saque agora')
  await expect(mines.cashOut).toHaveAccessibleName('Sacar R$ 11,25')
  await expect(mines.cashOut).toHaveAccessibleDescription('+R$ 1,25')
  await mines.cashOut.click()
  await expect(mines.result).toContainText('1,125x')
  // What is seen has two decimals everywhere.
  await expect(page.getByText('1,12x, você ganhou R$ 11,25', { exact: true })).toBeVisible()
  await expect(mines.history.getByRole('button').first()).toHaveText('1,12x')
})

test('the multiplier that was reached stays in view when the window gets another size @full', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  const user = await signIn({ balance: 100 })
  await sandbox.setSeeds(user.username, minesSeeds)
  const mines = new MinesPage(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await app.open('/mines')
  await mines.setMines(3)
  await mines.bet.click()
  for (const tile of [1, 7, 13, 2, 3, 4, 5, 6]) await mines.tile(tile).click()
  const reached = mines.steps.and(page.locator('[aria-current]'))
  await expect(reached).toContainText('8')
  await page.setViewportSize({ width: 320, height: 640 })
  await expect(reached).toBeInViewport({ ratio: 1 })
})

test('the number of mines is chosen with one press, until the round begins @full', async ({
  app,
  page,
  signIn,
}) => {
  await signIn({ balance: 100 })
  const mines = new MinesPage(page)
  await app.open('/mines')
  const ten = page.getByRole('button', { name: 'Minas: 10' })
  await ten.click()
  await expect(mines.mineCount).toHaveValue('10')
  await expect(ten).toHaveAttribute('aria-pressed', 'true')
  await mines.bet.click()
  await expect(ten).toBeDisabled()
})

async function expectInView(mines: MinesPage, state: string): Promise<void> {
  const button = mines.bet.or(mines.cashOut).or(mines.stop)
  for (const element of [mines.stake, mines.mineCount, button])
    await expect(element, state).toBeInViewport({ ratio: 1 })
}

test('on the smallest phone, stake, mines and button stay in view in every state @full', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  const user = await signIn({ balance: 100 })
  await sandbox.setSeeds(user.username, minesSeeds)
  await page.setViewportSize({ width: 320, height: 640 })
  const mines = new MinesPage(page)
  await app.open('/mines')
  await expectInView(mines, 'before')
  await mines.bet.click()
  await mines.tile(1).click()
  await expect(mines.tile(1)).toHaveAccessibleName('Casa 1, diamante')
  await expectInView(mines, 'during')
  for (const number of [1, 25]) await expect(mines.tile(number)).toBeInViewport({ ratio: 1 })
  await expect(mines.resultLine).toBeInViewport({ ratio: 1 })
  await mines.tile(14).click()
  await expect(mines.result).toContainText('0,00x')
  await expectInView(mines, 'after')
  await mines.automatic()
  await expectInView(mines, 'automatic')
  for (const number of [1, 5, 21, 25]) await expect(mines.tile(number)).toBeInViewport({ ratio: 1 })
  await expect(mines.bet).toHaveAccessibleDescription('Escolha as casas')
  await mines.tile(1).click()
  await mines.rounds.fill('1000')
  await mines.bet.click()
  await mines.stop.waitFor()
  await expectInView(mines, 'running')
  await mines.stop.click()
})

/** Where the letters of an element are. */
function inText(element: Element): { left: number; right: number } {
  const range = document.createRange()
  range.selectNodeContents(element)
  const { left, right } = range.getBoundingClientRect()
  return { left, right }
}

test('on the smallest phone, the name of a field with presets is whole @full', async ({
  app,
  page,
  host,
  signIn,
}) => {
  test.skip(host === 'electron', 'the window has a size and a language of its own')
  await signIn({ balance: 100 })
  for (const [language, name] of [
    ['vi_VN', 'Số mìn'],
    ['id_ID', 'Ranjau'],
  ] as const) {
    await app.openOnSmallestPhone('/mines', language)
    const label = page.locator('label', { hasText: name })
    await expect(label).toBeVisible()
    const isCut = await label.evaluate(
      (element) =>
        getComputedStyle(element).overflow === 'hidden' && element.scrollWidth > element.clientWidth,
    )
    expect(isCut, `${name} is cut`).toBe(false)
    const [end, start] = await Promise.all([
      label.evaluate(inText).then(({ right }) => right),
      page
        .locator('button', { hasText: /^5$/ })
        .evaluate(inText)
        .then(({ left }) => left),
    ])
    expect(end, `${name} ends before the presets`).toBeLessThan(start)
  }
})

test('the board takes the width of a phone, and what a wide or tall screen leaves it @full', async ({
  app,
  page,
  host,
  signIn,
}) => {
  test.skip(host === 'electron', 'the window has a size of its own')
  await signIn({ balance: 100 })
  const mines = new MinesPage(page)
  await app.open('/mines')
  await expect.poll(() => mines.boardWidth()).toBeGreaterThan(355)
  for (const [width, height, atLeast] of [
    [320, 640, 262],
    [768, 1024, 375],
    [1280, 800, 420],
    [1080, 1920, 1_000],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect.poll(() => mines.boardWidth(), `${width}x${height}`).toBeGreaterThan(atLeast)
    await expect(mines.tile(25)).toBeInViewport({ ratio: 1 })
    await expect(mines.resultLine).toBeInViewport({ ratio: 1 })
  }
  // Beside the panel nothing is below the fold.
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(page.getByRole('button', { name: 'Jogo justo' })).toBeInViewport({ ratio: 1 })
  await expect(mines.history).toBeInViewport({ ratio: 1 })
})
