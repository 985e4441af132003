import { expect, test } from '../fixtures.ts'
import { expectApart } from '../boxes.ts'
import { look } from '../look.ts'
import { ChatPanel } from '../page-models/chat-panel.ts'

test(
  'a player writes, support replies, and both see it',
  { tag: '@window' },
  async ({ app, page, host, sandbox, login }) => {
    const user = await login()
    const chat = new ChatPanel(page)
    await chat.open()
    await expect(chat.button).toBeHidden()
    await look(page, host, 'player-overlay-chat')
    await chat.frame.getByRole('button', { name: 'Meu depósito não caiu' }).click()
    await expect(chat.box).toHaveValue('Meu depósito não caiu')
    await chat.box.press('Enter')
    await expect(chat.bubbles).toHaveText(['Meu depósito não caiu'])
    await expect.poll(() => sandbox.chat(user.username)).toEqual(['player: Meu depósito não caiu'])
    await sandbox.replyToChat(user.username, 'Já estou olhando.')
    await expect(chat.bubbles).toHaveText(['Meu depósito não caiu', 'Já estou olhando.'])
    await chat.box.press('Shift+Enter')
    await chat.write('Obrigada!\nAté já.')
    await expect(chat.bubbles.last()).toHaveText('Obrigada!\nAté já.', { useInnerText: true })
    await expect.poll(async () => (await sandbox.chat(user.username)).length).toBe(3)
    await look(page, host, 'player-overlay-chat-talk')
    // Pressing Escape in the frame also closes the panel and returns the focus.
    await chat.closeByKey()
    await expect(chat.button).toHaveAccessibleName('Abrir chat')
    await app.open('/conta')
    await chat.open()
    await expect(chat.bubbles).toHaveCount(3)
  },
)

test('the chat opens from games and from pages without bars, and its button covers nothing that is pressed @full', async ({
  app,
  page,
  login,
}) => {
  await login()
  const chat = new ChatPanel(page)
  for (const path of ['/error', '/paySuccess', '/fair', '/play?game=carnaval', '/mines']) {
    await app.open(path)
    await expect(chat.button, path).toBeVisible()
    for (const other of await page.locator('button:visible, a[href]:visible').all()) {
      const isOther = await other.evaluate(
        (element) => !element.matches('[aria-label^="Abrir chat"], [href="#content"]'),
      )
      if (isOther) await expectApart(chat.button, other)
    }
  }
  // Over a game, and back to it.
  await chat.open()
  await chat.closeByKey()
  await expect(app.button('Apostar')).toBeVisible()
})

test('a message from support shows on the button until it is read @full', async ({
  app,
  page,
  sandbox,
  login,
}) => {
  const user = await login()
  const chat = new ChatPanel(page)
  await expect(chat.button).toHaveAccessibleName('Abrir chat')
  await sandbox.replyToChat(user.username, 'Oi!')
  await expect(chat.button).toHaveAccessibleName('Abrir chat, 1 mensagem nova')
  // The button is there before anything counts: only now are new messages announced for sure.
  await sandbox.replyToChat(user.username, 'Tudo certo com o seu depósito.')
  await expect(app.toast.filter({ hasText: 'Nova mensagem do atendimento' })).toBeVisible()
  await expect(chat.button).toHaveAccessibleName('Abrir chat, 2 mensagens novas')
  await chat.open()
  await expect(chat.bubbles).toHaveCount(2)
  await app.button('Fechar').click()
  await expect(chat.button).toHaveAccessibleName('Abrir chat')
  await app.open('/home')
  await expect(chat.button).toHaveAccessibleName('Abrir chat')
})

/** A moment: the call of the page that is held back, before or after the server has handled it. */
const moments = [
  ['the page has no session', 'session', 'before'],
  ['the history is not read', 'messages', 'before'],
  ['the history is read, but has not arrived', 'messages', 'after'],
] as const

for (const [moment, call, when] of moments)
  test(`a reply is shown at once: ${moment} @full`, async ({ page, sandbox, login }) => {
    const user = await login()
    const chat = new ChatPanel(page)
    await sandbox.replyToChat(user.username, 'Oi!')
    await page.route(
      new RegExp(`/api/app/chat/${call}`),
      async (route) => {
        const reply = () => sandbox.replyToChat(user.username, 'Resposta')
        if (when === 'before') {
          await reply()
          return route.continue()
        }
        const response = await route.fetch()
        await reply()
        await route.fulfill({ response })
      },
      { times: 1 },
    )
    await chat.open()
    // Less than any poll.
    await expect(chat.bubbles).toHaveText(['Oi!', 'Resposta'], { timeout: 1_900 })
  })

test('a reply is shown at once, and not skipped, while a message of the player is on its way @full', async ({
  page,
  sandbox,
  login,
}) => {
  const user = await login()
  const chat = new ChatPanel(page)
  await chat.open()
  // Support is first: its message has the lower number, and the page gets that of the player before it.
  await page.route(
    '**/api/app/chat/messages',
    async (route) => {
      await sandbox.replyToChat(user.username, 'Resposta')
      await route.continue()
    },
    { times: 1 },
  )
  await chat.write('Pergunta')
  await expect(chat.bubbles).toHaveText(['Resposta', 'Pergunta'], { timeout: 1_900 })
})

test('without a response a message waits, and is sent once @full', async ({ page, sandbox, login }) => {
  const user = await login()
  const chat = new ChatPanel(page)
  await chat.open()
  await sandbox.setFaults(user.username, { path: '/chat/', status: 503 })
  await chat.write('Está aí?')
  await expect(chat.frame.getByText('Ainda não enviada')).toBeVisible()
  await expect(chat.frame.getByText(/^Sem conexão/)).toBeVisible()
  await sandbox.setFaults(user.username)
  await expect(chat.frame.getByText('Ainda não enviada')).toBeHidden()
  await expect(chat.frame.getByText(/^Sem conexão/)).toBeHidden()
  await expect.poll(() => sandbox.chat(user.username)).toEqual(['player: Está aí?'])
})

test('a refused message shows why, and can be sent again or dropped @full', async ({
  page,
  sandbox,
  login,
}) => {
  const user = await login()
  const chat = new ChatPanel(page)
  await chat.open()
  const refusal = {
    method: 'POST',
    path: '/chat/messages',
    status: 429,
    message: 'Muitas mensagens seguidas.',
    count: 1,
  } as const
  await sandbox.setFaults(user.username, refusal)
  await chat.write('Primeira')
  await expect(chat.frame.getByText('Muitas mensagens seguidas.')).toBeVisible()
  await chat.frame.getByRole('button', { name: 'Tentar de novo' }).click()
  // Waits for the message, which the next fault would hit otherwise.
  await expect.poll(() => sandbox.chat(user.username)).toEqual(['player: Primeira'])
  await expect(chat.frame.getByRole('button', { name: 'Tentar de novo' })).toBeHidden()
  await sandbox.setFaults(user.username, refusal)
  await chat.write('Segunda')
  await chat.frame.getByRole('button', { name: 'Descartar' }).click()
  await expect(chat.bubbles).toHaveText(['Primeira'])
  expect(await sandbox.chat(user.username)).toEqual(['player: Primeira'])
})

test('unsent text is restored when the panel reopens @full', async ({ page, sandbox, login }) => {
  const user = await login()
  const chat = new ChatPanel(page)
  await chat.open()
  await sandbox.setFaults(user.username, { path: '/chat/messages', status: 503 })
  await chat.write('Não se perca')
  await expect(chat.frame.getByText('Ainda não enviada')).toBeVisible()
  await chat.box.fill('pela metade')
  await chat.box.press('Escape')
  await expect(chat.dialog).toBeHidden()
  await sandbox.setFaults(user.username)
  await chat.open()
  await expect(chat.bubbles).toHaveText(['Não se perca'])
  await expect(chat.box).toHaveValue('pela metade')
  await expect.poll(() => sandbox.chat(user.username)).toEqual(['player: Não se perca'])
})

test('a message that is being sent when the panel closes still arrives @full', async ({
  app,
  page,
  sandbox,
  login,
}) => {
  const user = await login()
  const chat = new ChatPanel(page)
  await chat.open()
  // The page gets no response; the client's own calls are not affected once the fault is used up.
  await sandbox.setFaults(user.username, { path: '/chat/messages', method: 'POST', status: 503, count: 1 })
  await chat.box.fill('Fechei logo')
  await chat.box.press('Enter')
  await app.button('Fechar').click()
  await expect(chat.dialog).toBeHidden()
  await expect.poll(() => sandbox.chat(user.username)).toEqual(['player: Fechei logo'])
  await chat.open()
  await expect(chat.bubbles).toHaveText(['Fechei logo'])
  expect(await sandbox.chat(user.username)).toEqual(['player: Fechei logo'])
})

test('older messages are paged @full', async ({ page, sandbox, login }) => {
  const user = await login()
  for (let number = 1; number <= 35; number++) await sandbox.replyToChat(user.username, `Mensagem ${number}`)
  const chat = new ChatPanel(page)
  await chat.open()
  await expect(chat.bubbles).toHaveCount(30)
  await expect(chat.bubbles.last()).toBeInViewport()
  await chat.frame.getByRole('button', { name: 'Mensagens anteriores' }).click()
  await expect(chat.bubbles).toHaveCount(35)
  await expect(chat.bubbles.first()).toHaveText('Mensagem 1')
})

test('a guest is asked to log in; the side menu and the error page lead to the chat @full', async ({
  app,
  page,
  login,
}) => {
  const chat = new ChatPanel(page)
  await app.open('/home')
  await chat.button.click()
  await expect(app.dialog('Acesso')).toBeVisible()
  await login()
  await app.button('Abrir menu').click()
  await app.dialog('Menu').getByRole('button', { name: 'Atendimento ao Cliente' }).click()
  await chat.box.waitFor()
  await app.button('Perguntas frequentes').click()
  await expect(app.dialog('Perguntas frequentes')).toBeVisible()
  await app.button('Falar com o atendimento').click()
  await chat.box.waitFor()
  await app.open('/error')
  await expect(chat.button).toBeHidden()
  await app.button('Falar com o atendimento').click()
  await expect(chat.box).toBeVisible()
})

test('the frame cannot reach the player’s token', { tag: '@host' }, async ({ page, login }) => {
  const { token } = await login()
  const chat = new ChatPanel(page)
  await chat.open()
  const frame = page.frames().find((each) => new URL(each.url()).pathname === '/chat')
  if (!frame) throw new Error('no frame')
  const seen = await frame.evaluate(() => {
    const attempt = (read: () => unknown) => {
      try {
        return String(read())
      } catch (error) {
        return error instanceof Error ? error.name : 'error'
      }
    }
    return {
      origin: self.origin,
      storage: attempt(() => localStorage.length),
      host: attempt(() => parent.document.title),
      url: location.href,
    }
  })
  expect(seen).toMatchObject({ origin: 'null', storage: 'SecurityError', host: 'SecurityError' })
  expect(JSON.stringify(seen)).not.toContain(token)
})

test('the button is in the top bar of every page: it covers nothing, whatever is scrolled under it @full', async ({
  app,
  page,
  host,
  sandbox,
  login,
}) => {
  test.skip(host === 'electron', 'the window has a size of its own')
  // The widest balance that is not shortened.
  const user = await login({ balance: 123_456.78 })
  const chat = new ChatPanel(page)
  const bar = page.getByRole('banner')
  for (const width of [393, 320]) {
    await page.setViewportSize({ width, height: 640 })
    for (const path of ['/home', '/footballPage', '/registros', '/vip', '/conta']) {
      await app.open(path)
      await expect(app.balance).toHaveText('R$ 123.456,78')
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight / 2))
      const [button, around] = await Promise.all([chat.button.boundingBox(), bar.boundingBox()])
      if (!button || !around) throw new Error(`${path} has no chat button`)
      expect(button.y, path).toBeGreaterThanOrEqual(around.y)
      expect(button.y + button.height, path).toBeLessThanOrEqual(around.y + around.height)
      expect(button.x + button.width, path).toBeLessThanOrEqual(width)
      // One row: with a second one the bar would cover the page.
      expect(around.height, path).toBeLessThan(80)
      await chat.button.click({ trial: true })
    }
  }
  await sandbox.replyToChat(user.username, 'Oi!')
  await expect(chat.button).toHaveAccessibleName('Abrir chat, 1 mensagem nova')
  await expect(chat.button).toHaveText('1')
})
