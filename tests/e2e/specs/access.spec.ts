import { randomUUID } from 'node:crypto'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { AccessOverlay } from '../page-models/access-overlay.ts'

const freshEmail = () => `access-${randomUUID().slice(0, 12)}@gmail.com`

test(
  'login waits for e-mail, captcha and password; a wrong captcha shows an alert and a new picture',
  { tag: '@window' },
  async ({ app, page, sandbox }) => {
    const user = await sandbox.createUser()
    const access = new AccessOverlay(page, sandbox)
    await app.open('/home')
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    const submit = access.dialog.getByRole('button', { name: 'Autenticar-se', exact: true })
    await expect(submit).toBeDisabled()
    await access.field('E-mail').fill(user.username.toUpperCase())
    await access.field('Senha').fill(user.password)
    await expect(submit).toBeDisabled()
    await access.field('Captcha').fill('nao')
    await expect(submit).toBeEnabled()
    // Password managers and screen readers know a password by its type.
    await expect(access.field('Senha')).toHaveAttribute('type', 'password')
    await access.dialog.getByRole('button', { name: 'Mostrar senha' }).click()
    await expect(access.field('Senha')).toHaveAttribute('type', 'text')
    const before = await access.captcha.getAttribute('data-code-id')
    await submit.click()
    await expect(app.alert).toContainText('O código não confere com a imagem')
    await app.dismissAlert()
    await expect(access.captcha).not.toHaveAttribute('data-code-id', before ?? '')
    await expect(access.field('Senha')).toHaveValue(user.password)
    await expect(access.field('Senha')).toHaveAttribute('type', 'password')
    await access.fillCaptcha()
    await submit.click()
    await expect(access.dialog).toBeHidden()
    await expect(app.balance).toBeVisible()
  },
)

test('a wrong password is refused in the player’s language; after five, the account is locked @full', async ({
  app,
  page,
  sandbox,
}) => {
  const user = await sandbox.createUser()
  const access = new AccessOverlay(page, sandbox)
  await app.open('/home?overlay=login')
  for (let attempt = 1; attempt <= 6; attempt++) {
    await access.login({ email: user.username, password: 'Errada-123' })
    await expect(app.alert).toContainText(attempt <= 5 ? 'E-mail ou senha incorretos.' : 'Muitas tentativas')
    await app.dismissAlert()
    await expect(app.alert).toBeHidden()
  }
})

test('registration asks for the terms, refuses unequal and weak passwords and a taken e-mail @full', async ({
  app,
  page,
  sandbox,
}) => {
  const taken = await sandbox.createUser()
  const access = new AccessOverlay(page, sandbox)
  await app.open('/home?overlay=register')
  const submit = access.dialog.getByRole('button', { name: 'Inscrever-se', exact: true })
  await access.field('E-mail').fill(freshEmail())
  await access.field('Telefone').fill('11987654321')
  await access.field('Senha').fill('curta')
  await access.field('Repita a senha').fill('outra')
  await submit.click()
  await expect(page.getByText('Por favor, aceite os termos de serviço').first()).toBeVisible()
  await access.register({ email: taken.username, password: 'Segura-123' })
  await expect(app.alert).toContainText('Já existe uma conta com este e-mail. Entre ou redefina a senha.')
  await app.dismissAlert()
})

test('the registration page suggests domains of e-mails, registers, and goes home with the welcome offer @full', async ({
  app,
  page,
  sandbox,
}) => {
  const access = new AccessOverlay(page, sandbox, page.getByRole('main'))
  await app.open('/registered')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const offered = page.getByRole('option')
  await access.field('E-mail').fill('Ana')
  await expect(offered).toHaveText(
    ['gmail', 'hotmail', 'outlook', 'live', 'yahoo'].map((name) => `ana@${name}.com`),
  )
  for (const name of ['icloud', 'facebook', 'me', 'aol', 'mac', 'msn', 'verizon', 'att', 'gmx']) {
    await access.field('E-mail').fill(`ana@${name}`)
    await expect(offered.first()).toHaveText(new RegExp(`^ana@${name}\\.(com|net)$`))
  }
  await offered.first().click()
  await expect(access.field('E-mail')).toHaveValue('ana@gmx.com')
  const email = freshEmail()
  await access.fillRegistration({ email, password: 'Segura-123' })
  await expect(page).toHaveURL(/\/home/)
  await expect(app.dialog('Seu presente de boas-vindas')).toBeVisible()
  expect((await sandbox.readUser(email)).balance).toBe(0)
})

test('whoever cannot see the image logs in with the bot check, by the keyboard alone @full', async ({
  app,
  page,
  sandbox,
}) => {
  const user = await sandbox.createUser()
  const access = new AccessOverlay(page, sandbox)
  await app.open('/home?overlay=login')
  await access.field('E-mail').fill(user.username)
  await access.field('Senha').fill(user.password)
  await access.captcha.waitFor()
  await access.dialog.getByRole('button', { name: 'Não consigo ver a imagem' }).focus()
  await page.keyboard.press('Enter')
  const check = access.dialog.getByRole('checkbox', { name: 'Não sou um robô' })
  await expect(check).toBeFocused()
  await expectAccessible(page, 'login with the bot check')
  await page.keyboard.press('Space')
  await expect(access.dialog.getByRole('button', { name: 'Autenticar-se', exact: true })).toBeEnabled()
  await access.field('Senha').press('Enter')
  await expect(app.balance).toBeVisible()
})

test('a forgotten password is replaced in three steps', async ({ app, page, sandbox }) => {
  const user = await sandbox.createUser()
  const access = new AccessOverlay(page, sandbox)
  await app.open('/home?overlay=login')
  await access.dialog.getByRole('button', { name: 'Esqueceu a senha?' }).click()
  const reset = app.dialog('Redefinir senha')
  await reset.getByRole('textbox', { name: 'E-mail', exact: true }).fill(user.username)
  await reset.getByRole('button', { name: 'Enviar código' }).click()
  const code = reset.getByRole('textbox', { name: 'Código do e-mail' })
  await code.waitFor()
  await code.fill(await sandbox.mailedCode(user.username))
  await reset.getByRole('button', { name: 'Confirmar', exact: true }).click()
  await reset.getByLabel('Nova senha', { exact: true }).fill('Outra-senha-9')
  await reset.getByRole('button', { name: 'Salvar', exact: true }).click()
  await expect(reset).toBeHidden()
  await app.open('/home?overlay=login')
  await access.login({ email: user.username, password: 'Outra-senha-9' })
  await expect(app.balance).toBeVisible()
})

test('the invitation in the address is remembered for the registration @full', async ({
  app,
  page,
  sandbox,
}) => {
  const host = await sandbox.createUser()
  const code = await sandbox.inviteCode(host.username)
  const access = new AccessOverlay(page, sandbox)
  await app.open(`/y${code}`)
  await expect(page.getByText('convidou você para o Palpite')).toBeVisible()
  // The registration opens without a click.
  await access.dialog.waitFor()
  const email = freshEmail()
  await access.register({ email, password: 'Segura-123' })
  await expect(access.dialog).toBeHidden()
  await expect.poll(async () => (await sandbox.readUser(host.username)).level1Person).toBe(1)
})

test('a page that needs a login shows the alert, goes home, opens the login, and then comes', async ({
  app,
  page,
  sandbox,
}) => {
  const { username, password } = await sandbox.createUser()
  await app.open('/share')
  await expect(app.alert).toContainText('Por favor, faça login primeiro')
  await app.dismissAlert()
  const access = new AccessOverlay(page, sandbox)
  await expect(access.dialog).toBeVisible()
  await expect(page).toHaveURL(/\/home/)
  await access.login({ email: username, password })
  await expect(page).toHaveURL(/\/share$/)
})

test('a page that needs a login leaves nothing in the history that would ask again @full', async ({
  app,
  page,
}) => {
  await app.open('/vip')
  await app.open('/gameMess')
  await expect(app.alert).toContainText('Por favor, faça login primeiro')
  await app.dismissAlert()
  await expect(app.dialog('Acesso')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(app.dialog('Acesso')).toBeHidden()
  // The entry of the login, then that of home.
  await page.goBack()
  await expect(page).toHaveURL(/\/home$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/vip$/)
  await expect(app.alert).toBeHidden()
})

test(
  'a session ended elsewhere ends here too',
  { tag: '@window' },
  async ({ app, page, sandbox, signIn, serverUrl }) => {
    const user = await signIn()
    // A page that only a player sees.
    await app.open('/share')
    // Another device resets the password, which ends all sessions.
    const form = (body: Record<string, string>) => ({
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(body),
    })
    const base = `${serverUrl}/api/app/main`
    await fetch(`${base}/RESETPWD/sendEmail`, form({ email: user.username }))
    const code = await sandbox.mailedCode(user.username)
    const checked = await fetch(`${base}/RESETPWD/checkEmail`, form({ email: user.username, code }))
    const { data: chkId } = (await checked.json()) as { data: string }
    await fetch(`${base}/setPwd`, form({ nPwd: 'Outra-senha-9', chkId }))
    await expect(new AccessOverlay(page, sandbox).dialog).toBeVisible()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/home')
    await expect(app.balance).toBeHidden()
  },
)

test('a used one-time link shows a message @full', { tag: '@window' }, async ({ app, page, sandbox }) => {
  const user = await sandbox.createUser()
  const path = await sandbox.loginPath(user.username)
  await app.open(path)
  await expect(app.balance).toBeVisible()
  await app.open(path)
  await expect(page.getByText('Este link expirou')).toBeVisible()
})
