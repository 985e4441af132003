import { chromium } from '@playwright/test'
import { Sandbox } from './scripts/Sandbox.ts'
const [url, out, sizes] = [process.argv[2]!, process.argv[3]!, (process.argv[4] ?? '393,1280').split(',').map(Number)]
const what = (process.argv[5] ?? 'guest,home,slip,mines,deposit').split(',')
const lang = process.argv[6] ?? 'pt-BR'
const sandbox = new Sandbox(url)
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
for (const width of sizes) {
  const user = await sandbox.createUser({ balance: 1284.5, freeBalance: 50 })
  const context = await browser.newContext({ viewport: { width, height: width === 320 ? 640 : width === 768 ? 1024 : width > 1000 ? 800 : 852 }, locale: lang, timezoneId: 'America/Sao_Paulo', deviceScaleFactor: 1, reducedMotion: 'reduce', hasTouch: width < 1000 })
  const page = await context.newPage()
  const shot = (name: string) => page.screenshot({ path: `${out}-${name}-${width}.png` })
  const settle = () => page.waitForTimeout(1500)
  if (what.includes('guest')) { await page.goto(url + '/home'); await settle(); await shot('guest') }
  await page.goto(url + '/home')
  const token = await sandbox.newSession(user.username)
  await page.evaluate((v) => localStorage.setItem('token', v), token)
  const paths: Record<string,string> = { home: '/home', mines: '/mines', deposit: '/home?overlay=cashier', vip: '/vip', conta: '/conta' }
  for (const name of what) {
    if (name === 'guest') continue
    if (name === 'slip') {
      await page.goto(url + '/footballPage'); await settle()
      await page.locator('button[aria-pressed]').filter({ hasText: /\d[.,]\d\d/ }).first().click()
      await settle(); await shot('board')
      const bar = page.locator("[data-slip='bar']"); if (await bar.count()) { await bar.first().click().catch(() => undefined); await settle() }
      await shot('slip'); continue
    }
    if (name === 'deposit') {
      await page.goto(url + '/home'); await settle()
      await page.getByRole('button', { name: /Depositar|Deposit|депозит|入金|Пополн/i }).first().click(); await settle(); await shot(name); continue
    }
    await page.goto(url + (paths[name] ?? '/' + name)); await settle(); await shot(name)
  }
  await context.close()
}
await browser.close()
