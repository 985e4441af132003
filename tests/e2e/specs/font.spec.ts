import type { Frame } from '@playwright/test'
import { expect, test, withOwnBrowser } from '../fixtures.ts'
import { ChatPanel } from '../page-models/chat-panel.ts'
import { SlotPage } from '../page-models/slot-page.ts'

test.use(withOwnBrowser)
test.skip(({ host }) => host !== 'web', 'the window has its font on disk')

/** Whether the body's typeface is ours, its file has come, its figures are as wide as one another, and a hyphen is narrower. */
function hasOwnTypeface(frame: Pick<Frame, 'evaluate'>): Promise<boolean> {
  return frame.evaluate(async () => {
    const [face] = await document.fonts.load('600 1em Inter', 'a')
    const { fontFamily } = getComputedStyle(document.body)
    const sample = document.body.appendChild(document.createElement('span'))
    sample.style.font = '600 100px Inter'
    sample.style.fontVariantNumeric = 'inherit'
    const [one, eight, hyphen] = ['1', '8', '-'].map((text) => {
      sample.textContent = text
      return sample.getBoundingClientRect().width
    })
    sample.remove()
    return (
      face?.status === 'loaded' && fontFamily.startsWith('Inter') && one === eight && hyphen! < 0.8 * one!
    )
  })
}

test('the first visit begins with our own typeface, and the frames of chat and slots have it too @full', async ({
  app,
  page,
  login,
}) => {
  const kinds: string[] = []
  page.on('request', (request) => kinds.push(request.resourceType()))
  await app.open('/home')
  await expect(page.getByRole('main').getByRole('link', { name: 'Mines', exact: true }).first()).toBeVisible()
  expect(await hasOwnTypeface(page)).toBe(true)
  expect(kinds.filter((kind) => kind === 'font')).toHaveLength(1)
  // Before the program: it is there when the first text is painted.
  expect(kinds.indexOf('font')).toBeLessThan(kinds.indexOf('script'))

  await login({ balance: 100 })
  const chat = new ChatPanel(page)
  await chat.open()
  const chatFrame = await page.locator('iframe[title="Chat do atendimento"]').elementHandle()
  expect(await hasOwnTypeface((await chatFrame!.contentFrame())!), 'chat').toBe(true)
  await chat.closeByKey()

  await app.open('/play?game=carnaval')
  const slot = new SlotPage(page, 'carnaval')
  await slot.ready()
  expect(await hasOwnTypeface(await slot.frameDocument()), 'slot').toBe(true)
})
