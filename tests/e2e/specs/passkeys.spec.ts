import type { CDPSession, Page } from '@playwright/test'
import type { Player } from '#qa/test.ts'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { walkToOverlay } from '../textFit.ts'

/** A passkey belongs to a host's name; the other tests use an address. */
const named = (url: string) => url.replace('127.0.0.1', 'localhost')

test.skip(({ host }) => host !== 'web', 'the window has no passkeys')

let devtools: CDPSession | undefined
// The page is used again, without the authenticator.
test.afterEach(() => devtools?.detach())

/** A browser with an authenticator, at the product by its name. */
async function begin(page: Page, serverUrl: string) {
  devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.addInitScript(() => {
    if (sessionStorage.getItem('noSuggestions'))
      PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })
  const origin = named(serverUrl)
  await page.goto(`${origin}/icon.svg`)
  const keys = page.getByRole('region', { name: 'Chaves de acesso' })
  return {
    keys,
    byButton: page.getByRole('button', { name: 'Entrar com chave de acesso' }),
    loggedIn: page.getByRole('button', { name: 'Abrir menu da conta' }),
    async makeKey({ token, password }: Player): Promise<void> {
      await page.evaluate((value) => localStorage.setItem('token', value), token)
      await page.goto(`${origin}/home?overlay=privacy`)
      await keys.getByRole('textbox', { name: 'Nome da chave' }).fill('Meu celular')
      await keys.getByLabel('Sua senha').fill(password)
      await keys.getByRole('button', { name: 'Criar chave de acesso' }).click()
      await expect(keys.getByRole('listitem')).toContainText(['Meu celular'])
      await expect(keys.getByRole('listitem')).toContainText('Ainda não usada')
    },
    /** The login as a guest has it, where the e-mail field suggests passkeys or not. */
    async openLogin(hasSuggestions: boolean): Promise<void> {
      await page.evaluate((isOn) => {
        localStorage.clear()
        if (isOn) sessionStorage.removeItem('noSuggestions')
        else sessionStorage.setItem('noSuggestions', 'yes')
      }, hasSuggestions)
      await page.goto(`${origin}/home?overlay=login`)
    },
  }
}

test('a player makes a passkey, logs in with it, and removes it', async ({ page, sandbox, serverUrl }) => {
  const { keys, byButton, loggedIn, makeKey, openLogin } = await begin(page, serverUrl)
  await makeKey(await sandbox.createUser({ balance: 10 }))
  await expectAccessible(page, 'passkeys')
  await openLogin(false)
  await byButton.click()
  await expect(loggedIn).toBeVisible()

  await walkToOverlay(page, 'privacy')
  await expect(keys.getByRole('listitem')).toContainText('Último uso em')
  await keys.getByRole('button', { name: 'Remover Meu celular' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remover', exact: true }).click()
  await expect(keys).toContainText('Você ainda não tem nenhuma chave')
  await openLogin(false)
  await byButton.click()
  await expect(page.getByText('Esta chave de acesso não foi aceita')).toBeVisible()
})

// The authenticator takes the first suggestion of the e-mail field by itself.
test('a passkey that the e-mail field suggests logs its player in @full', async ({
  page,
  sandbox,
  serverUrl,
}) => {
  const { loggedIn, makeKey, openLogin } = await begin(page, serverUrl)
  await makeKey(await sandbox.createUser({ balance: 10 }))
  await openLogin(true)
  await expect(loggedIn).toBeVisible()
})
