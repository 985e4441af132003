/** What a terminal does for people who cannot use it as it is, and that the next customer finds nothing of it. */
import { expect, test } from './harness/fixtures.ts'

test.use({ monitor: { width: 600, height: 1000 } })

declare global {
  // `var` is how a global is declared.
  var spoken: string[] | undefined
}

test(
  'lower controls, contrast, larger text and speech; the next customer begins without',
  { tag: '@full' },
  async ({ start }) => {
    const { app, page } = await start({
      config: { kiosk: true, scale: 1, idleSeconds: 4, idleAnswerSeconds: 2, attractSeconds: 0 },
    })
    // This machine has no voice; the page is told of one that writes down what it would say.
    await page.evaluate(() => {
      globalThis.spoken = []
      const { speechSynthesis } = window
      const voice = { lang: 'pt-BR' } as SpeechSynthesisVoice
      speechSynthesis.getVoices = () => [voice]
      speechSynthesis.speak = ({ text }) => void globalThis.spoken?.push(text)
      Object.defineProperty(SpeechSynthesisUtterance.prototype, 'voice', { value: null, writable: true })
    })
    const spoken = () => page.evaluate(() => globalThis.spoken ?? [])
    const menu = page.getByRole('button', { name: 'Acessibilidade', exact: true })
    const login = page.getByRole('button', { name: 'Entrar', exact: true })
    const topOf = async () => (await login.boundingBox())?.y ?? 0
    expect(await topOf()).toBeLessThan(100)

    await menu.click()
    const sheet = page.getByRole('dialog', { name: 'Acessibilidade' })
    await sheet.getByRole('switch', { name: 'Controles mais baixos' }).click()
    await sheet.getByRole('switch', { name: 'Alto contraste' }).click()
    await sheet.getByRole('radio', { name: '150%' }).click()
    await sheet.getByRole('switch', { name: 'Ler em voz alta' }).click()
    expect(await spoken()).toEqual([expect.stringContaining('fone de ouvido')])
    await page.screenshot({ path: 'artifacts/screens/assistance-menu.png' })
    const close = sheet.getByRole('button', { name: 'Fechar' })
    // The first press reads, the second one presses.
    await close.click()
    expect((await spoken()).at(-1)).toBe('Fechar')
    await expect(sheet).toBeVisible()
    await close.click()
    await expect(sheet).toBeHidden()
    expect(await topOf()).toBeGreaterThan(400)
    // The link for keyboards stays out of sight.
    const skip = await page.getByRole('link', { name: 'Ir para o conteúdo' }).boundingBox()
    expect((skip?.y ?? 0) + (skip?.height ?? 0)).toBeLessThan(0)
    expect(
      await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--text')),
    ).toBe('#fff')
    await login.click()
    expect((await spoken()).at(-1)).toBe('Entrar')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.screenshot({ path: 'artifacts/screens/assistance-home.png' })

    const next = await app.waitForEvent('window')
    await expect(next.getByRole('button', { name: 'Entrar', exact: true })).toBeVisible()
    expect(
      await next.evaluate(() => {
        const { dataset, style } = document.documentElement
        return [
          Object.keys(dataset).filter((key) => ['low', 'contrast'].includes(key)),
          style.getPropertyValue('--text-scale') || '1',
        ]
      }),
    ).toEqual([[], '1'])
  },
)
