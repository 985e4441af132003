import type { Page } from '@playwright/test'
import { languages, type LanguageCode } from '#contract/languages.ts'
import { expect } from './fixtures.ts'
import { inspect } from './inspect.ts'
import type { PalpiteApp } from './page-models/palpite-app.ts'
import type { SandboxUser } from './sandbox.ts'
import { textsIn } from './texts.ts'

/** What every stop of a way through the product in one language needs. */
export function tour(page: Page, code: LanguageCode) {
  return {
    see: (what: string) => inspect(page, 'web', code, what),
    button: (name: string) => page.getByRole('button', { name, exact: true }),
    dialog: (name: string) => page.getByRole('dialog', { name, exact: true }),
    tab: (name: string) => page.getByRole('tab', { name, exact: true }),
  }
}

/** Chooses the language and logs a new player in. */
export async function arriveAs(
  app: PalpiteApp,
  code: LanguageCode,
  fields: Partial<SandboxUser>,
): Promise<SandboxUser & { token: string }> {
  const { page, sandbox } = app
  await app.open('/home?overlay=language')
  await page.getByRole('radio', { name: languages[code].name, exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', languages[code].locale)
  const player = await sandbox.createUser(fields)
  await app.open(await sandbox.loginPath(player.username))
  await page.getByRole('status', { name: textsIn(code).common.top.balance }).waitFor()
  return player
}
