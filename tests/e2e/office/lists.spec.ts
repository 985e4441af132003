import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { pressInConversion } from '../conversionKeys.ts'
import { expectAccessible } from '../axe.ts'
import { expect, invite, test } from './fixtures.ts'

test('a list works by keyboard, keeps its filter in the address, and undoes for ten seconds @full', async ({
  enter,
}) => {
  const page = await enter('administrator', '/staff')
  const name = `Pessoa ${randomUUID()}`
  await invite(page, { name, email: `${randomUUID()}@office.test`, role: 'support' })

  await page.getByRole('row', { name: 'Caio Caixa' }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type(name.slice(0, 20))
  const row = page.getByRole('row', { name })
  await expect(row).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(2)
  // The address follows what is typed a moment later.
  await expect.poll(() => decodeURIComponent(page.url()).replaceAll('+', ' ')).toContain(name.slice(0, 20))
  await page.reload()
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByLabel('Nome ou e-mail')).toHaveValue(name.slice(0, 20))

  await page.keyboard.press('j')
  await expect(row).toBeFocused()
  await page.keyboard.press('x')
  await expect(row).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText('1 selecionado')).toBeVisible()
  await page.keyboard.press('x')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name })).toBeVisible()

  // Undone: nothing happens. Not undone: it happens when the page is left.
  const act = async () => {
    await page
      .getByRole('button', { name: 'Mais ações' })
      .or(page.getByRole('button', { name: 'Desativar' }))
      .first()
      .click()
    const item = page.getByRole('menuitem', { name: 'Desativar' })
    if (await item.isVisible()) await item.click()
    await page.getByLabel('Motivo').fill('Saiu da empresa')
    await page.getByRole('dialog').getByRole('button', { name: 'Desativar' }).click()
    await expect(page.getByText(`Desativar: ${name}`)).toBeVisible()
  }
  await act()
  await page.keyboard.press('z')
  await expect(page.getByText(`Desativar: ${name}`)).toBeHidden()
  await page.reload()
  await expect(page.getByText('Convidada')).toBeVisible()
  await act()
  await page.reload()
  await expect(page.getByText('Desativada')).toBeVisible()
  await expect(page.getByRole('row', { name: /Desativar.*Saiu da empresa/ })).toHaveCount(1)
})

test('what is chosen while the browser is busy all counts @full', async ({ enter }) => {
  const page = await enter('administrator', '/staff')
  await page.getByRole('row', { name: 'Rita Risco' }).waitFor()
  // Each change comes before the page has followed the one before it.
  await page.evaluate(() => {
    const find = <Kind extends HTMLElement>(selector: string, kind: new () => Kind): Kind => {
      const found = document.querySelector(selector)
      if (!(found instanceof kind)) throw new Error(`no ${selector}`)
      return found
    }
    const set = (field: HTMLInputElement | HTMLSelectElement, value: string, event: string) => {
      // Past React's own notes about the field, as a person's key does.
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
      field.dispatchEvent(new Event(event, { bubbles: true }))
    }
    set(find('[role=search] input', HTMLInputElement), 'caio', 'input')
    const until = performance.now() + 400
    while (performance.now() < until);
    set(find('[role=search] select', HTMLSelectElement), 'cashier', 'change')
    // The other direction, as soon as the address has both.
    const push = history.pushState.bind(history)
    history.pushState = (...state) => {
      push(...state)
      if (!location.search.includes('caio')) return
      history.pushState = push
      queueMicrotask(() => find('th button', HTMLButtonElement).click())
    }
  })
  await expect(page.getByRole('columnheader', { name: 'Nome' })).toHaveAttribute('aria-sort', 'descending')
  const search = page.getByLabel('Nome ou e-mail')
  await expect(search).toHaveValue('caio')
  await expect(page.getByLabel('Papel')).toHaveValue('cashier')
  expect(JSON.parse(new URL(page.url()).searchParams.get('filter') ?? '{}')).toEqual({
    q: 'caio',
    role: 'cashier',
  })
  await expect(page.getByRole('row')).toHaveText([/Nome/, /Caio Caixa/])
  // What is typed and does not count yet is cleared with the rest.
  await search.pressSequentially('x')
  await page.getByRole('button', { name: 'Limpar filtros' }).click()
  await expect(page.getByLabel('Papel')).toHaveValue('')
  await expect(search).toHaveValue('')
})

test('the palette opens pages, and ? lists the keys @full', async ({ enter }) => {
  const page = await enter('administrator')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('audi')
  for (const key of ['Enter', 'Escape'] as const) await pressInConversion(page, key)
  await expect(page.getByRole('option', { name: /Auditoria/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Auditoria' })).toBeVisible()
  await page.getByRole('row').nth(1).waitFor()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Atalhos do teclado' })).toContainText('Próxima linha')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('rita risco')
  await expect(page.getByRole('option', { name: /Rita Risco/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Rita Risco' })).toBeVisible()
})

test('the audit is filtered, opened, and saved as a file @full', async ({ enter }) => {
  const page = await enter('compliance', '/audit')
  await page.getByLabel('Ação').selectOption('Entrar')
  const login = page.getByRole('row', { name: /Cora Compliance Entrar/ }).first()
  await expect(login).toBeVisible()
  await expect(page.getByText(/^Cadeia/)).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: 'CSV' }).click()
  const file = await readFile(await (await saved).path(), 'utf8')
  expect(file).toContain('Cora Compliance;')
  await login.getByRole('link').first().click()
  await expect(page.getByText('Hash anterior')).toBeVisible()
})

/** Opens every page of the navigation and one of each kind beside it, with nothing loading. */
async function visitAll(page: Page, look: (name: string) => Promise<void>): Promise<void> {
  const links = page.getByRole('navigation', { name: 'Páginas' }).getByRole('link')
  const addresses = await links.evaluateAll((each) => each.map((link) => link.getAttribute('href') ?? ''))
  expect(addresses).toContain('/audit')
  const others = ['/staff/sandbox-cashier', '/audit/1', '/content/banner%3Adeposit']
  for (const path of [...addresses, ...others]) {
    if (others.includes(path)) await page.goto(path)
    else {
      // As staff do; loading the program anew for each page takes most of the time.
      const link = links.and(page.locator(`[href="${path}"]`))
      await link.click()
      await expect(link).toHaveAttribute('aria-current', 'page')
    }
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect(page.getByRole('status').filter({ hasText: 'Carregando' })).toHaveCount(0)
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await look(path)
  }
  await page.goto('/staff')
  await page.getByRole('button', { name: 'Convidar' }).click()
  await page.getByRole('dialog').waitFor()
  await look('dialog')
}

/** The themes differ by their colours only. */
async function expectDarkContrast(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expectAccessible(page, `${name}, dark`, ['color-contrast'])
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
}

test('every page is accessible; a list, a record, a form and the login are in the dark too @full', async ({
  enter,
  page: login,
}) => {
  await login.goto('/')
  await login.getByLabel('E-mail').waitFor()
  await expectAccessible(login, 'login')
  await expectDarkContrast(login, 'login')
  const page = await enter('administrator')
  const inDark = ['/games', '/audit/1', '/content/banner%3Adeposit', 'dialog']
  await visitAll(page, async (name) => {
    await expectAccessible(page, name)
    if (inDark.includes(name)) await expectDarkContrast(page, name)
  })
})

test('@full every page has the contrasts in the dark', async ({ enter }) => {
  const page = await enter('administrator')
  await visitAll(page, (name) => expectDarkContrast(page, name))
})
