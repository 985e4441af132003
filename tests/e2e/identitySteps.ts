import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { PalpiteApp } from '#qa/pages/palpite-app.ts'
import type { Sandbox } from '#qa/Sandbox.ts'
import { expectAccessible } from './axe.ts'
import { expect } from './fixtures.ts'
import { smallTargets } from './targets.ts'
import { testCpf } from './testCpf.ts'

export const inspected = async (page: Page, state: string) => {
  await expectAccessible(page, state)
  expect(await smallTargets(page)).toEqual([])
}

/** The steps of a player whom the sandbox lets wait. */
export function stepsOf(page: Page, app: PalpiteApp, sandbox: Sandbox) {
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
