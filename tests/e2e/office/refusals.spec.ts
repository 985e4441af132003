import { officeCalls } from '#contract/office/calls.ts'
import { mayRole, officePages, roles, type Permission } from '#contract/office/permissions.ts'
import { dictionary } from '#office/i18n/locales/pt-BR/index.ts'
import { Sandbox } from '../../../scripts/Sandbox.ts'
import { withdrawalInReview } from '../playerApi.ts'
import { expect, test } from './fixtures.ts'

type Texts = { readonly [name: string]: string | Texts }

/** The text at a path of a dictionary: 'Mudar a situação' at `players.changeStatus` of the calls. */
function textAt(texts: Texts, path: string): string {
  const text = path
    .split('.')
    .reduce<string | Texts>((at, part) => (typeof at === 'string' ? at : (at[part] ?? '')), texts)
  if (typeof text !== 'string' || text === '') throw new Error(`no text at ${path}`)
  return text
}

/** The labels of the actions on a kind of record that need another permission than these. */
function actionsWithout(noun: string, mayDo: (permission: Permission) => boolean): string[] {
  return officeCalls.flatMap(({ name, kind, permission }) =>
    kind === 'action' && name.startsWith(`${noun}.`) && permission !== 'open' && !mayDo(permission)
      ? [textAt(dictionary.calls, name)]
      : [],
  )
}

for (const role of roles)
  test(`${role}: no link, button, address or call leads to what the role may not`, async ({
    enter,
    serverUrl,
  }) => {
    const mayDo = (permission: Permission) => mayRole(role, permission)
    const page = await enter(role)
    const links = page.getByRole('navigation', { name: 'Páginas' }).getByRole('link')
    const shown = await links.evaluateAll((each) => each.map((link) => link.getAttribute('href')))
    const all = Object.values(officePages)
    expect(shown.filter((path) => all.some((each) => each.path === path)).toSorted()).toEqual(
      all.flatMap(({ path, permission }) => (mayDo(permission) ? [path] : [])).toSorted(),
    )

    // The palette offers pages by their names.
    await page.keyboard.press('Control+k')
    const options = page.getByRole('option')
    await expect(options.filter({ hasText: dictionary.pages.queue })).toBeVisible()
    const offeredPages = await options.allTextContents()
    for (const [name, { permission }] of Object.entries(officePages))
      expect(
        offeredPages.some((text) => text.startsWith(textAt(dictionary.pages, name))),
        name,
      ).toBe(mayDo(permission))
    await page.keyboard.press('Escape')

    // An address that somebody types, or was sent.
    for (const { path, permission } of all.filter((each) => !mayDo(each.permission))) {
      await page.evaluate((to) => {
        history.pushState(null, '', to)
        dispatchEvent(new PopStateEvent('popstate'))
      }, path)
      await expect(page.getByRole('alert')).toHaveText(
        `Sem permissãoFalta a permissão “${textAt(dictionary.permissions, permission)}”. Peça a um administrador.`,
      )
    }

    // The buttons on the pages of records.
    const sandbox = new Sandbox(serverUrl)
    const { username, token } = await sandbox.createUser({ balance: 100, kyc: 1 })
    const withdrawal = await withdrawalInReview(sandbox, token)
    const { uId: id } = await sandbox.readUser(username)
    const records = [
      { path: `/players/${id}`, noun: 'players', permission: officePages.players.permission },
      {
        path: `/withdrawals/${withdrawal}`,
        noun: 'withdrawals',
        permission: officePages.withdrawals.permission,
      },
    ]
    for (const { path, noun, permission } of records) {
      await page.goto(path)
      if (!mayDo(permission)) {
        await expect(page.getByText('Sem permissão')).toBeVisible()
        continue
      }
      await page.getByRole('heading', { name: username }).waitFor()
      const more = page.getByRole('main').getByRole('button', { name: 'Mais ações' }).first()
      if (await more.isVisible()) await more.click()
      const offered = await page
        .getByRole('menuitem')
        .or(page.getByRole('main').getByRole('button'))
        .allTextContents()
      for (const label of actionsWithout(noun, mayDo))
        expect(
          offered.filter((text) => text.startsWith(label)),
          label,
        ).toEqual([])
      await page.keyboard.press('Escape')
    }

    // And whoever calls the server past the page.
    const refused = officeCalls.find(
      ({ kind, permission }) => kind === 'action' && permission !== 'open' && !mayDo(permission),
    )
    if (!refused) return expect(role).toBe('administrator')
    const answer = await page.evaluate(async (path) => {
      const response = await fetch(path.replace('{id}', 'x'), {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
        body: '{}',
      })
      return { status: response.status, body: (await response.json()) as object }
    }, refused.path)
    expect(answer).toMatchObject({ status: 403, body: { error: { code: 'forbidden' } } })
  })
