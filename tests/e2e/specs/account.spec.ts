import { languages } from '#contract/languages.ts'
import { expectApart } from '../boxes.ts'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { AccessOverlay } from '../page-models/access-overlay.ts'
import { CashierOverlay } from '../page-models/cashier-overlay.ts'
import { Menus } from '../page-models/menus.ts'
import { textsIn } from '../texts.ts'

test('every button of the account menu leads to its page @full', async ({ app, page, login }) => {
  const user = await login({ balance: 100, level: 4 })
  const menus = new Menus(page)
  const cashier = new CashierOverlay(page)
  await menus.openAccount()
  await expect(menus.account).toContainText('VIP 4')
  await expect(menus.account).toContainText(user.username)
  await menus.entry('Depósito').click()
  await expect(cashier.package('R$ 100,00')).toBeChecked()
  await page.keyboard.press('Escape')
  await menus.openAccount()
  await menus.entry('Retirar').click()
  await expect(cashier.withdrawPanel).toBeVisible()
  await page.keyboard.press('Escape')
  for (const [name, path] of [
    ['Conta', /\/conta$/],
    ['Nível VIP', /\/vip$/],
    ['Registros', /\/registros$/],
  ] as const) {
    await menus.openAccount()
    await menus.entry(name).click()
    await expect(page).toHaveURL(path)
    await expect(menus.account).toBeHidden()
  }
  await menus.openAccount()
  await menus.account.getByRole('button', { name: /^Mensagens/ }).click()
  await expect(page).toHaveURL(/\/gameMess$/)
  await menus.openAccount()
  await menus.account.getByRole('link', { name: 'Jogo responsável' }).click()
  await expect(page).toHaveURL(/\/jogoResponsavel$/)
  await menus.openAccount()
  await menus.entry('Mudar senha').click()
  const reset = app.dialog('Redefinir senha')
  await expect(reset.getByRole('textbox', { name: 'E-mail', exact: true })).toHaveValue(user.username)
})

test(
  'the account menu opens even when its button is clicked the moment it appears @full',
  { tag: '@window' },
  async ({ app, page, signIn }) => {
    await signIn()
    // Clicks the button as soon as it is in the page, before the first effects run. The script stays in the window
    // that the Electron tests share, so it looks at the address.
    await page.addInitScript(() => {
      if (location.hash !== '#clickAtOnce') return
      const observer = new MutationObserver(() => {
        const button = document.querySelector<HTMLElement>('button[aria-label="Abrir menu da conta"]')
        if (!button) return
        observer.disconnect()
        button.click()
      })
      observer.observe(document, { childList: true, subtree: true })
    })
    await app.open('/home#clickAtOnce')
    await expect(new Menus(page).account).toBeVisible()
    await expect(page).toHaveURL(/overlay=accountMenu/)
  },
)

test('the e-mail is copied, with a confirmation @full', async ({ app, page, login }) => {
  await login()
  const menus = new Menus(page)
  await menus.openAccount()
  await menus.account.getByRole('button', { name: 'Copiar e-mail' }).click()
  await expect(app.toast.filter({ hasText: 'A cópia foi bem-sucedida' })).toBeVisible()
})

test('the whole e-mail is read in the menu, also a long one @full', async ({ page, host, login }) => {
  test.skip(host === 'electron', 'the window has a size of its own')
  const name = `${crypto.randomUUID().slice(0, 8)}.maria.de.oliveira`
  const { username } = await login({ username: `${name}@empresa-exemplo.com.br` })
  for (const width of [1280, 393]) {
    await page.setViewportSize({ width, height: 800 })
    const menus = new Menus(page)
    await menus.openAccount()
    const address = menus.account.getByTitle(username)
    await expect(address).toHaveText(username)
    const cut = () =>
      address.evaluate((box) => [box.scrollWidth - box.clientWidth, box.scrollHeight - box.clientHeight])
    await expect.poll(cut, `${width} px`).toEqual([0, 0])
    await page.keyboard.press('Escape')
    await expect(menus.account).toBeHidden()
  }
})

test('a toast stays for 1500 ms and then disappears @full', async ({ app, page, login }) => {
  await login()
  const menus = new Menus(page)
  await menus.openAccount()
  const copied = app.toast.filter({ hasText: 'A cópia foi bem-sucedida' })
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await menus.account.getByRole('button', { name: 'Copiar e-mail' }).click()
  await expect(copied).toBeVisible()
  await page.clock.runFor(1_400)
  await expect(copied).toBeVisible()
  await page.clock.runFor(100)
  await expect(copied).toBeHidden()
})

test('one of 36 avatars is chosen, stored, and still there after a reload @full', async ({
  app,
  page,
  sandbox,
  login,
}) => {
  const user = await login()
  const menus = new Menus(page)
  await menus.openAccount()
  await menus.account.getByRole('button', { name: 'Trocar avatar' }).click()
  await expect(menus.avatars.getByRole('radio')).toHaveCount(36)
  await expect(menus.avatar(1)).toBeChecked()
  await expectAccessible(page, 'avatar picker')
  await menus.avatar(36).check()
  await expect(app.toast.filter({ hasText: 'Avatar atualizado' })).toBeVisible()
  expect((await sandbox.readUser(user.username)).header).toBe(35)
  await app.open('/home')
  await menus.openAccount()
  await menus.account.getByRole('button', { name: 'Trocar avatar' }).click()
  await expect(menus.avatar(36)).toBeChecked()
})

test('a test account sees its credentials, and "Mudar de conta" takes them to the login @full', async ({
  app,
  page,
  sandbox,
  login,
}) => {
  const user = await login({ testFlag: '1', balance: 500 })
  const menus = new Menus(page)
  await menus.openAccount()
  const box = menus.account.getByRole('region', { name: 'Conta de teste' })
  await expect(box).toContainText(user.username)
  await expect(box).toContainText(user.password)
  await expect(box).toContainText('R$ 500,00')
  await expectAccessible(page, 'test-account box')
  // It is play money: no withdrawal is offered.
  await expect(menus.account.getByRole('button', { name: 'Depósito' })).toBeVisible()
  await expect(menus.account.getByRole('button', { name: 'Retirar' })).toHaveCount(0)
  await box.getByRole('button', { name: 'Mudar de conta' }).click()
  const access = new AccessOverlay(page, sandbox)
  await expect(access.field('E-mail')).toHaveValue(user.username)
  await expect(access.field('Senha')).toHaveValue(user.password)
  const stored = await page.evaluate(() => sessionStorage.getItem('testAccount'))
  expect(JSON.parse(stored ?? 'null')).toEqual({ username: user.username, pwd: user.password, balance: 500 })
  // The login of a test account shows the credentials by itself.
  await access.login({ email: user.username, password: user.password })
  const popup = page.getByRole('dialog', { name: 'Conta de teste' })
  await expect(popup).toContainText(user.password)
  await expectAccessible(page, 'test-credentials popup')
  await page.keyboard.press('Escape')
  await expect(popup).toBeHidden()
  // An address that asks for a withdrawal is told why there is none.
  await app.open('/home?overlay=withdraw')
  await expect(page.getByText('Contas de teste não permitem retiradas.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Valor da retirada' })).toHaveCount(0)
})

test('the test-account box also comes to a menu that was open before the player was known @full', async ({
  app,
  page,
  signIn,
  host,
}) => {
  test.skip(host === 'electron', 'a test can only delay requests that the page makes itself')
  const user = await signIn({ testFlag: '1', balance: 500 })
  let send = () => {}
  const opened = new Promise<void>((resolve) => (send = resolve))
  await page.route(/user\/userInfo/, async (route) => {
    await opened
    await route.continue()
  })
  await app.open('/conta')
  const menus = new Menus(page)
  await menus.openAccount()
  await expect(menus.account).toBeVisible()
  await expect(menus.account).not.toContainText(user.username)
  send()
  await expect(menus.account.getByRole('region', { name: 'Conta de teste' })).toContainText(user.password)
})

test(
  'other accounts see no credentials; "Sair" clears the stored data, goes home and opens the login',
  { tag: '@window' },
  async ({ app, page, sandbox, signIn }) => {
    await signIn()
    await app.open('/vip')
    const menus = new Menus(page)
    await menus.openAccount()
    await expect(menus.account).not.toContainText('Conta de teste')
    await menus.entry('Sair').click()
    await expect(new AccessOverlay(page, sandbox).dialog).toBeVisible()
    await expect(page).toHaveURL(/\/home/)
    await expect(app.balance).toBeHidden()
    const keys = await page.evaluate(() => Object.keys(localStorage))
    expect(keys).toEqual([])
  },
)

test("the device's language, text size and odds format outlive a logout and the next start @full", async ({
  app,
  page,
  signIn,
  host,
}) => {
  test.skip(host === 'electron', 'the window has no cookies; a kiosk returns to the language of its venue')
  await signIn()
  const menus = new Menus(page)
  const pt = textsIn('pt_BR')
  const en = textsIn('en_US').common
  await app.open('/footballPage')
  await page.getByLabel(pt.sports.odds.format).selectOption('american')
  await menus.openAccount()
  await menus.account.getByRole('button', { name: /^Tamanho do texto/ }).click()
  await page.getByRole('radio', { name: '125%' }).check()
  await page.keyboard.press('Escape')
  await menus.openAccount()
  await menus.account.getByRole('button', { name: /^Idioma/ }).click()
  await menus.languages.getByRole('radio', { name: 'English', exact: true }).check()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: en.top.openAccount }).click()
  await page.getByRole('button', { name: en.accountMenu.logout }).click()
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).toEqual([])

  await app.open('/footballPage')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
  expect(await page.evaluate(() => document.documentElement.style.getPropertyValue('--text-scale'))).toBe(
    '1.25',
  )
  await expect(page.getByLabel(textsIn('en_US').sports.odds.format)).toHaveValue('american')
})

test('the language picker shows nine languages with flag and currency, and remembers the choice @full', async ({
  app,
  page,
}) => {
  await app.open('/home')
  const menus = new Menus(page)
  await menus.openSide()
  await menus.side.getByRole('button', { name: /^Idioma/ }).click()
  const radios = menus.languages.getByRole('radio')
  await expect(radios).toHaveCount(9)
  await expect(menus.languages.getByRole('radio', { name: 'Português', exact: true })).toBeChecked()
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR')
  for (const { name } of Object.values(languages)) {
    const radio = menus.languages.getByRole('radio', { name, exact: true })
    await expect(radio, name).toHaveAccessibleDescription('Real R$')
  }
  const flags = await menus.languages
    .locator('label')
    .evaluateAll((rows) => new Set(rows.map((row) => row.querySelector('img')?.getAttribute('src'))).size)
  expect(flags).toBe(9)
  await menus.languages.getByRole('radio', { name: 'English', exact: true }).check()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
  expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('en_US')
  await app.open('/home')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible()
})

test('the side menu leads to its pages; support and sharing ask a guest to log in @full', async ({
  app,
  page,
  sandbox,
}) => {
  await app.open('/home')
  const menus = new Menus(page)
  const access = new AccessOverlay(page, sandbox)
  await menus.openSide()
  for (const [name, path] of [
    ['Agente', '/agentJl'],
    ['Escada de bônus', '/agentJl?moveTop=true'],
    ['VIP', '/vip'],
    ['Promoções', '/gamebouns'],
    ['Esportes', '/footballPage'],
    ['Clube VIP', '/vip'],
    ['Baixar', '/download'],
  ] as const)
    await expect(menus.link(name), name).toHaveAttribute('href', path)
  await menus.link('Baixar').click()
  await expect(page).toHaveURL(/\/download$/)
  await expect(menus.side).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Baixar o Palpite' })).toBeVisible()
  await menus.openSide()
  // External links are shown only where one is configured.
  await expect(menus.link('Instagram')).toBeHidden()
  await expect(menus.link('Nosso canal')).toBeHidden()
  await menus.link('Compartilhar').click()
  await expect(app.alert).toContainText('Por favor, faça login primeiro')
  await app.dismissAlert()
  await expect(access.dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await menus.openSide()
  await menus.side.getByRole('button', { name: 'Atendimento ao Cliente' }).click()
  await expect(access.dialog).toBeVisible()
})

test('a messenger link is in the side menu once one is configured @full', async ({ page, login }) => {
  await login({ messenger: 'https://t.me/palpite-e2e' })
  const menus = new Menus(page)
  await menus.openSide()
  await expect(menus.link('Nosso canal')).toHaveAttribute('href', 'https://t.me/palpite-e2e')
})

test('a notice to one player is shown on any page until it is closed @full', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  const user = await signIn()
  await app.open('/vip')
  await app.online(user.username)
  await sandbox.sendNotice(user.username, 'Manutenção às 23h')
  await expect(page.getByText('Manutenção às 23h')).toBeVisible()
  const notice = page.getByText('Manutenção às 23h').locator('..')
  for (const [width, height] of [
    [320, 640],
    [1280, 800],
    [393, 852],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expectApart(notice, page.getByRole('heading', { level: 1 }))
  }
  await expectAccessible(page, 'notice banner')
  await app.button('Fechar aviso').click()
  await expect(page.getByText('Manutenção às 23h')).toBeHidden()
})
