import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { PalpiteApp } from '#qa/pages/palpite-app.ts'
import type { Sandbox } from '#qa/Sandbox.ts'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { useOwnServer } from '../ownServer.ts'
import { smallTargets } from '../targets.ts'
import { testCpf } from '../testCpf.ts'

// On a server of the profile `br`, which asks for pictures, with a camera that the browser makes up (playwright.config.ts).
useOwnServer({ JURISDICTION: 'br' })

const inspected = async (page: Page, state: string) => {
  await expectAccessible(page, state)
  expect(await smallTargets(page)).toEqual([])
}

/** The steps of a player whom the sandbox lets wait. */
function stepsOf(page: Page, app: PalpiteApp, sandbox: Sandbox) {
  const cpf = testCpf()
  // The sandbox lets people of this name wait.
  const person = `Espera ${randomUUID()
    .replace(/[^a-f]/g, '')
    .slice(0, 8)}`
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  return {
    button,
    check: async () => (await sandbox.call('GET identity')).find(({ name }) => name === person),
    fillForm: async () => {
      const form = app.dialog('Verificação de identidade')
      await form.getByRole('textbox', { name: 'Nome completo' }).fill(person)
      await form.getByRole('textbox', { name: 'CPF' }).fill(cpf)
      await form.getByLabel('Data de nascimento').fill('1990-12-31')
      await form.getByRole('button', { name: 'Enviar', exact: true }).click()
      await expect(form).toBeHidden()
    },
    takePicture: async (side: string, look?: (state: string) => Promise<void>) => {
      await button(`Fotografar ${side}`).click()
      await expect(button('Tirar a foto')).toBeEnabled()
      await look?.(`camera of ${side}`)
      await button('Tirar a foto').click()
      // A screen reader reads the question with it.
      await expect(button('Usar foto')).toBeFocused()
      await look?.(`picture of ${side}`)
      await button('Usar foto').click()
      await expect(page.getByRole('dialog')).toBeHidden()
    },
    chooseFile: async (side: string) => {
      await button(`Fotografar ${side}`).click()
      const file = { name: 'verso.png', mimeType: 'image/png', buffer: await page.screenshot() }
      await page.getByLabel('Escolher um arquivo').setInputFiles(file)
      await button('Usar foto').click()
      await expect(page.getByRole('dialog')).toBeHidden()
    },
  }
}

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

test('a player sees every state of the check, is refused with a reason, and tries again @full', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  const { username } = await signIn({ kyc: 0 })
  const { button, check, fillForm, takePicture } = stepsOf(page, app, sandbox)
  const takePictures = async (look?: (state: string) => Promise<void>) => {
    for (const side of ['a frente', 'o verso', 'o rosto']) await takePicture(side, look)
  }

  await app.open('/identidade')
  await app.online(username)
  await expect(page.getByText('Identidade ainda não verificada')).toBeVisible()
  await inspected(page, 'no check')
  await button('Começar').click()
  await fillForm()
  await expect(page.getByRole('heading', { name: 'Faltam as fotos' })).toBeVisible()
  await expect(button('Concluir e mandar')).toBeDisabled()
  // Without pictures nobody looks at it, and nothing can be deposited.
  expect(await check()).toBeUndefined()
  await app.open('/home?overlay=deposit')
  await expect(app.dialog('Verificação de identidade')).toContainText('Faltam as fotos')
  await button('Ir para as fotos').click()
  await expect(page).toHaveURL(/\/identidade$/)

  await takePictures((state) => inspected(page, state))
  await inspected(page, 'all pictures')
  await button('Concluir e mandar').click()
  await expect(page.getByText('Em análise')).toBeVisible()
  await inspected(page, 'waiting')
  const first = await check()
  if (!first) throw new Error('the check does not wait')
  const params = { userId: first.userId }
  await sandbox.call('POST identity/:userId/refuse', {
    params,
    body: { id: first.id, refusal: 'unreadable' },
  })
  await expect(page.getByText('Não foi possível ler as fotos.')).toBeVisible()
  await inspected(page, 'refused')

  await button('Tentar outra vez').click()
  await fillForm()
  await takePictures()
  await button('Concluir e mandar').click()
  await expect(page.getByText('Em análise')).toBeVisible()
  const second = await check()
  await sandbox.call('POST identity/:userId/confirm', { params, body: { id: second?.id ?? '' } })
  await expect(page.getByText('Identidade confirmada').first()).toBeVisible()
  await inspected(page, 'confirmed')
})
