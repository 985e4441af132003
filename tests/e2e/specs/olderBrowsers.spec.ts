import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { languageCodes, languages } from '#contract/languages.ts'
import { documentFindings } from '../documents.ts'
import { expect, test, withOwnBrowser } from '../fixtures.ts'

test.use(withOwnBrowser)
test.skip(({ host }) => host !== 'web', 'the application has a browser of its own')

const titles = {
  pt_BR: 'Este navegador é antigo demais',
  en_US: 'This browser is too old',
  id_ID: 'Peramban ini terlalu lama',
  vi_VN: 'Trình duyệt này quá cũ',
  nr_NR: 'This browser is too old',
  ja_JP: 'このブラウザは古すぎます',
  ko_KR: '브라우저가 너무 오래되었습니다',
  zh_CN: '此浏览器版本过旧',
  ru_RU: 'Этот браузер слишком старый',
}
/** As text: this file has no DOM types. */
const beforeModules = 'delete HTMLScriptElement.prototype.noModule'
const beforeFloor = 'delete AbortSignal.timeout'

async function open(browser: Browser, options: BrowserContextOptions, script?: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 393, height: 852 }, ...options })
  const page = await context.newPage()
  if (script) await page.addInitScript(script)
  return page
}

/** A browser without modules takes the other scripts. */
async function withoutModules(page: Page): Promise<void> {
  await page.route(
    ({ pathname }) => ['/home', '/registros'].includes(pathname),
    async (route) => {
      const response = await route.fetch()
      const html = (await response.text())
        .replaceAll(/<script[^>]*type="module"[^>]*><\/script>/g, '')
        // Its first line would be a syntax error there.
        .replace(/<script>[^]*?<\/script>/, '')
        .replaceAll(' nomodule', '')
      await route.fulfill({ response, body: html })
    },
  )
}

test('a browser without modules says so, in the language of the browser, and offers nothing that it cannot do', async ({
  browser,
  baseURL,
}) => {
  const page = await open(browser, { baseURL, locale: 'ko-KR' }, beforeModules)
  await withoutModules(page)
  for (const path of ['/home', '/registros']) {
    await page.goto(path)
    const message = page.getByRole('alert')
    await expect(message).toContainText(titles.ko_KR)
    await expect(message).toContainText('Chrome 103, Edge 103, Firefox 102, Safari 16 (iOS 16)')
    await expect(page.getByRole('button')).toHaveCount(0)
    await expect(page.locator('#late')).toBeHidden()
  }
  await page.context().close()
})

test('an old browser with modules says so in each language, and the visitor may go on @full', async ({
  browser,
  baseURL,
}) => {
  const page = await open(browser, { baseURL, locale: 'fr-FR' }, beforeFloor)
  await page.goto('/home')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(titles.pt_BR)
  for (const code of languageCodes) {
    await page.goto(`/home?language=${code}`)
    await expect(page.locator(`#older[lang="${languages[code].locale}"] h1`)).toHaveText(titles[code])
    expect(await documentFindings(page, `older.${code}`)).toEqual([])
  }
  const cookie = { name: 'language', value: 'ru_RU', url: baseURL ?? '' }
  await page.context().addCookies([cookie])
  await page.goto('/home')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(titles.ru_RU)
  await page.getByRole('button', { name: 'Всё равно продолжить' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Войти' })).toBeVisible()
  await page.context().close()
})

test('without JavaScript a page says that it needs it, and nothing else @full', async ({
  browser,
  baseURL,
}) => {
  const page = await open(browser, { baseURL, javaScriptEnabled: false })
  await page.context().addCookies([{ name: 'language', value: 'ja_JP', url: baseURL ?? '' }])
  await page.goto('/home')
  const texts = page.locator('#noscript p')
  await expect(texts).toHaveText([/JavaScriptが必要です/])
  await expect(texts).toBeVisible()
  await expect(page.locator('#late')).toBeHidden()
  // A page that is not prerendered has no language.
  await page.goto('/registros')
  await expect(texts).toHaveText(languageCodes.map(() => /JavaScript/))
  await page.context().close()
})

test('what is late is said in the language of the page, also by a browser that does not know :has @full', async ({
  browser,
  baseURL,
}) => {
  const page = await open(browser, { baseURL })
  await page.context().addCookies([{ name: 'language', value: 'ja_JP', url: baseURL ?? '' }])
  await page.route('**/assets/*.js', () => undefined)
  await page.goto('/home', { waitUntil: 'commit' })
  await expect(page.getByText('読み込みに時間がかかっています')).toBeVisible()
  const css = await page.evaluate<string>("document.querySelector('style').textContent")
  expect(css).toContain('#late')
  expect(css.match(/[^{}]*:has\([^{}]*#late|#late[^{}]*:has\(/)).toBeNull()
  await page.context().close()
})
