/** The staff panel, as a member of staff and a curious customer with a mouse and a keyboard meet it. */
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { Sandbox } from '../../scripts/Sandbox.ts'
import { axeFindings } from '../e2e/axe.ts'
import { callAs } from '../e2e/playerApi.ts'
import { smallTargets } from '../e2e/targets.ts'
import type { Desktop } from './harness/Desktop.ts'
import { FakePrinter } from './harness/FakePrinter.ts'
import { expect, test, type Terminal } from './harness/fixtures.ts'
import { makeGesture } from './harness/makeGesture.ts'

test.use({ monitor: { width: 600, height: 900 } })

const pin = '246810'
const withPin = { PALPITE_STAFF_PIN: pin }

async function openPad(terminal: Terminal, desktop: Desktop): Promise<Page> {
  const opened = terminal.app.waitForEvent('window')
  await makeGesture(terminal.page, desktop)
  const panel = await opened
  desktop.letGo()
  await expect(panel.getByRole('heading', { name: 'Digite o PIN' })).toBeVisible()
  // It covers the kiosk and takes the keys.
  await expect
    .poll(async () => (await desktop.windows()).filter(({ width }) => width >= desktop.width).length)
    .toBe(2)
  const typed = panel.getByRole('img')
  await expect
    .poll(async () => {
      desktop.press('1')
      return typed.getAttribute('aria-label')
    })
    .not.toBe('0 dígitos digitados')
  await expect
    .poll(async () => {
      desktop.press('Backspace')
      return typed.getAttribute('aria-label')
    })
    .toBe('0 dígitos digitados')
  return panel
}

async function enter(panel: Page, desktop: Desktop, digits: string): Promise<void> {
  desktop.type(digits)
  await expect(panel.getByRole('img', { name: `${digits.length} dígitos digitados` })).toBeVisible()
  desktop.press('Enter')
}

/** Clicks where the element is on the screen. */
async function click(element: Locator, desktop: Desktop): Promise<void> {
  await element.scrollIntoViewIfNeeded()
  const at = await element.evaluate((node) => {
    const { left, top, width, height } = node.getBoundingClientRect()
    const scale = window.devicePixelRatio
    return { x: (left + width / 2) * scale, y: (top + height / 2) * scale }
  })
  desktop.click(Math.round(at.x), Math.round(at.y))
}

/** A customer whom staff find logged in; the server counts the sessions. */
async function logIn(page: Page, serverUrl: string) {
  const sandbox = new Sandbox(serverUrl)
  const { username, token } = await sandbox.createUser()
  const sessions = async () => (await callAs<unknown[]>(sandbox, token, '/api/app/user/sessions')).length
  const before = await sessions()
  await page.goto(`app://palpite${await sandbox.loginPath(username)}`)
  await expect(page.getByRole('status', { name: 'Saldo' })).toBeVisible()
  expect(await sessions()).toBe(before + 1)
  return { before, sessions }
}

async function picture(page: Page, name: string): Promise<void> {
  if (process.env['E2E_PICTURES'] === '1')
    await page.screenshot({ path: `artifacts/screens/kiosk-staff-${name}.png` })
}

test('without a PIN there is no panel @full', async ({ start, desktop }) => {
  const terminal = await start({ config: { kiosk: true } })
  const refused = new Promise<void>((resolve) => {
    terminal.app.process().stderr?.on('data', (text: Buffer) => {
      if (text.includes('the staff panel has no PIN')) resolve()
    })
  })
  await makeGesture(terminal.page, desktop)
  await refused
  desktop.letGo()
  expect(terminal.app.windows()).toHaveLength(1)
})

test(
  'five wrong PINs lock the panel, and neither a kill nor a restart opens it',
  { tag: '@full' },
  async ({ start, desktop, folder }) => {
    const before = await start({ config: { kiosk: true }, env: withPin })
    const panel = await openPad(before, desktop)
    await picture(panel, 'pad')
    for (let left = 4; left > 0; left--) {
      await enter(panel, desktop, '111111')
      await expect(panel.getByRole('alert')).toHaveText(`PIN incorreto. Tentativas restantes: ${left}`)
    }
    await picture(panel, 'wrong')
    await enter(panel, desktop, '111111')
    await expect(panel.getByRole('alert')).toHaveText('Painel bloqueado. Tente de novo em 15 min.')
    await picture(panel, 'locked')

    const files =
      readFileSync(join(folder, 'staff.json'), 'utf8') +
      readFileSync(join(folder, 'staffAttempts.json'), 'utf8')
    expect(files).not.toContain(pin)
    const killed = once(before.app.process(), 'exit')
    before.app.process().kill('SIGKILL')
    await killed

    const after = await start()
    const locked = await openPad(after, desktop)
    await expect(locked.getByRole('button', { name: '1', exact: true })).toBeDisabled()
    // The pad's own bridge, without the pad: main refuses the right PIN too, and every other call.
    const answers = await locked.evaluate(async (right) => {
      const unlock = await window.staff?.invoke('staff:unlock', right)
      const read = await window.staff?.invoke('staff:read').then(() => 'read', String)
      return { isUnlocked: unlock?.isUnlocked, read }
    }, pin)
    expect(answers).toEqual({ isUnlocked: false, read: expect.stringContaining('refused') as unknown })
    // The customers' page has no way to these calls.
    const fromPage = await after.page.evaluate(() =>
      window.bridge?.invoke('staff:quit' as 'staff:open').then(() => 'done', String),
    )
    expect(fromPage).toContain('unknown request')
    desktop.press('Escape')
    await expect.poll(() => after.app.windows().length).toBe(1)
  },
)

/** Ends the application, which logs its customer out. */
async function quitBy(
  { app }: Terminal,
  panel: Page,
  desktop: Desktop,
  customer: Awaited<ReturnType<typeof logIn>>,
): Promise<void> {
  const quit = once(app.process(), 'exit')
  await click(panel.getByRole('button', { name: 'Encerrar o aplicativo' }), desktop)
  await click(panel.getByRole('button', { name: 'Encerrar mesmo?' }), desktop)
  expect(await quit).toEqual([0, null])
  expect(await customer.sessions()).toBe(customer.before)
}

for (const [what, isWhole, tag] of [
  ['health, and quit', false, ''],
  ['health, a changed setting that takes effect, and quit', true, ' @full'],
] as const)
  test(`the right PIN: ${what}${tag}`, async ({ start, desktop, folder, serverUrl }) => {
    const stick = join(folder, 'stick')
    const terminal = await start({ config: { kiosk: true, logFolder: stick }, env: withPin })
    const customer = await logIn(terminal.page, serverUrl)
    const panel = await openPad(terminal, desktop)
    await enter(panel, desktop, '999999')
    await expect(panel.getByRole('alert')).toHaveText('PIN incorreto. Tentativas restantes: 4')
    await enter(panel, desktop, pin)

    const health = panel.getByRole('region', { name: 'Estado' })
    await expect(health).toContainText(/Electron\s*\d+\.\d+\.\d+/)
    await expect(health).toContainText(/Resposta do servidor\s*\d+ ms/)
    await expect(health).toContainText('600 × 900')
    await expect(health).toContainText('refused: a wrong staff PIN, 4 left')
    await expect(health).toContainText(/Marca\s*Palpite/)
    await expect(health).toContainText(/Jurisdição\s*spec/)
    await picture(panel, 'panel')
    expect(await axeFindings(panel)).toEqual([])
    expect(await smallTargets(panel)).toEqual([])
    if (!isWhole) return quitBy(terminal, panel, desktop, customer)

    // The stick is not plugged in, then it is.
    const exportLog = panel.getByRole('button', { name: 'Exportar registro' })
    await click(exportLog, desktop)
    await expect(health.getByRole('status')).toHaveText(
      'Não foi possível exportar. Confira a pasta e salve antes.',
    )
    mkdirSync(stick)
    await click(exportLog, desktop)
    await expect(health.getByRole('status')).toHaveText(/^Exportado: palpite-log-[\dT-]+\.txt$/)
    await picture(panel, 'exported')
    const [name = ''] = readdirSync(stick)
    expect(readFileSync(join(stick, name), 'utf8')).toContain('refused: a wrong staff PIN, 4 left')

    // An address that is not safe is refused and nothing is saved.
    const before = readFileSync(join(folder, 'config.json'), 'utf8')
    const address = panel.getByRole('textbox', { name: 'Endereço do servidor' })
    await click(address, desktop)
    desktop.press('Control', 'a')
    desktop.type('http://192.168.0.7')
    desktop.press('Enter')
    await expect(panel.getByText('Valor inválido')).toBeVisible()
    await picture(panel, 'invalid')
    expect(readFileSync(join(folder, 'config.json'), 'utf8')).toBe(before)
    await click(address, desktop)
    desktop.press('Control', 'a')
    desktop.type((JSON.parse(before) as { serverUrl: string }).serverUrl)

    const kiosk = panel.getByRole('switch', { name: 'Modo quiosque' })
    await click(kiosk, desktop)
    // A press that comes late would take the focus away again.
    await expect(kiosk).not.toBeChecked()
    const volume = panel.getByRole('combobox', { name: 'Volume' })
    await volume.focus()
    // A list takes the first letter of its choices. On a busy machine a key may come before the focus.
    await expect
      .poll(() => {
        desktop.type('S')
        return volume.inputValue()
      })
      .toBe('0')
    const offered = panel.getByRole('group', { name: 'Idiomas oferecidos' })
    await expect(offered.getByRole('checkbox', { name: 'Português' })).toBeDisabled()
    for (const language of await offered.getByRole('checkbox', { name: /^(?!Português|日本語)/ }).all())
      await click(language, desktop)
    await expect(offered.getByRole('checkbox', { checked: true })).toHaveCount(2)
    // Open all day, so that the test is right at every hour.
    await panel.getByRole('combobox', { name: 'Abre às' }).selectOption('00:00')
    await panel.getByRole('combobox', { name: 'Fecha às' }).selectOption('00:00')
    await panel.getByRole('combobox', { name: 'Reiniciar todo dia às' }).selectOption('05:30')
    await panel.getByRole('combobox', { name: 'Brilho' }).selectOption('50')
    const origins = panel.getByRole('textbox', { name: 'Endereços de jogos e do chat' })
    await origins.fill('https://jogos.example https://chat.example/')
    await expect(panel.getByRole('combobox', { name: 'Tela girada' })).toHaveCount(0)
    await picture(panel, 'changed')
    const ended = once(terminal.app.process(), 'exit')
    expect(await customer.sessions()).toBe(customer.before + 1)
    await click(panel.getByRole('button', { name: 'Salvar e reiniciar' }), desktop)
    await ended
    expect(await customer.sessions()).toBe(customer.before)
    // The application that starts again is no longer a kiosk: a window of the size of a phone, which Alt+F4 closes.
    await expect
      .poll(async () => (await desktop.windows()).map(({ width, height }) => `${width}x${height}`), {
        timeout: 30_000,
      })
      .toEqual(['393x852'])
    desktop.press('Alt', 'F4')
    await expect.poll(() => desktop.windows()).toEqual([])

    // The rest is what the panel saved.
    expect(JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8'))).toMatchObject({
      openingHours: '00:00-00:00',
      restartAt: '05:30',
      brightness: 50,
      frameOrigins: ['https://jogos.example', 'https://chat.example'],
    })
    const again = await start({ env: { PALPITE_KIOSK: '1' } })
    await again.page.getByRole('button', { name: 'Abrir menu', exact: true }).click()
    await again.page.getByRole('button', { name: /^Idioma/ }).click()
    const languages = again.page.getByRole('dialog', { name: 'Idioma' }).getByRole('radio')
    await expect(languages).toHaveCount(2)
    await expect(languages.last()).toHaveAccessibleName('日本語')
    await again.page.keyboard.press('Escape')
    await expect(again.page.getByRole('dialog')).toHaveCount(0)
    const next = await logIn(again.page, serverUrl)
    const last = await openPad(again, desktop)
    const isSilent = again.app.evaluate(({ webContents }) =>
      webContents.getAllWebContents().every((contents) => contents.isAudioMuted()),
    )
    expect(await isSilent).toBe(true)
    await enter(last, desktop, pin)
    await quitBy(again, last, desktop, next)
  })

test(
  'in the Debian package, staff print a test page, are told why it does not come, and restart the machine and turn it off',
  { tag: '@full' },
  async ({ start, desktop, folder, serverUrl }) => {
    const printer = await FakePrinter.start()
    const requests = join(folder, 'requests')
    mkdirSync(requests)
    try {
      const config = { kiosk: true, printer: `tcp://127.0.0.1:${printer.port}` }
      // As the package's unit starts it.
      const env = { ...withPin, PALPITE_REQUESTS: requests }
      const { app, page } = await start({ config, env })
      const panel = await openPad({ app, page }, desktop)
      await enter(panel, desktop, pin)
      const result = panel.getByRole('region', { name: 'Estado' }).getByRole('status')
      const printTest = panel.getByRole('button', { name: 'Imprimir página de teste' })
      printer.state = 'paperOut'
      await click(printTest, desktop)
      await expect(result).toHaveText('A impressora está sem papel.')
      expect(printer.printed).toEqual([])
      printer.state = 'ready'
      await click(printTest, desktop)
      await expect(result).toHaveText('Página de teste impressa.')
      await picture(panel, 'printed')
      const [paper] = printer.printed
      expect(paper?.toString('latin1')).toContain('1234567890'.repeat(4))

      await expect(panel.getByRole('combobox', { name: 'Tela girada' })).toBeVisible()
      // What root does for the kiosk (the package's unit for requests) is asked for by a second press only.
      for (const [button, sure, request] of [
        ['Encerrar o aplicativo', 'Encerrar mesmo?', 'stop'],
        ['Reiniciar a máquina', 'Reiniciar a máquina mesmo?', 'reboot'],
        ['Desligar a máquina', 'Desligar mesmo?', 'poweroff'],
      ] as const) {
        const customer = request === 'poweroff' ? await logIn(page, serverUrl) : null
        const file = join(requests, `request-${request}`)
        await click(panel.getByRole('button', { name: button }), desktop)
        await expect(panel.getByRole('button', { name: sure })).toBeVisible()
        expect(existsSync(file), request).toBe(false)
        await click(panel.getByRole('button', { name: sure }), desktop)
        await expect.poll(() => existsSync(file), request).toBe(true)
        expect(await customer?.sessions()).toBe(customer?.before)
      }
      // The unit is stopped by root: by itself, it would be started again.
      expect(app.process().exitCode).toBeNull()
    } finally {
      await printer.stop()
    }
  },
)
