import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium, type Browser, type Page } from '@playwright/test'
import { findChromium } from '../scripts/runtimes.ts'
import type { Sandbox } from '../scripts/Sandbox.ts'

/** The CPU of a slow phone: this many times slower. */
export const throttle = 4
/** A phone with a small resolution. */
const phone = { viewport: { width: 393, height: 852 }, deviceScaleFactor: 2, locale: 'pt-BR', hasTouch: true }

export function launchChromium(args: string[] = []): Promise<Browser> {
  const executablePath = findChromium()
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      ...args,
    ],
  })
}

/** A page of a phone in a context of its own, as fast as this machine. */
export async function openPhone(browser: Browser): Promise<Page> {
  return (await browser.newContext(phone)).newPage()
}

/** From now on the page has the CPU of a slow phone; 1: that of this machine. */
export async function slowDown(page: Page, rate = throttle): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}

/** Logs a new player with money in; returns the username. */
export async function logIn(page: Page, sandbox: Sandbox): Promise<string> {
  const { username } = await sandbox.createUser({ balance: 1_000_000, kyc: 1 })
  await page.goto(sandbox.serverUrl + (await sandbox.loginPath(username)))
  await page.getByRole('status', { name: 'Saldo' }).waitFor()
  return username
}

/** Serves a hand-written page of bench/handwritten, and answers every POST. */
export async function serveHandwritten(name: string): Promise<{ url: string; close: () => void }> {
  const html = readFileSync(new URL(`./handwritten/${name}`, import.meta.url))
  const server = createServer((request, response) => {
    const isCall = request.method === 'POST'
    response.setHeader('Content-Type', isCall ? 'application/json' : 'text/html; charset=utf-8')
    response.end(isCall ? '{"ok":true}' : html)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => server.close(),
  }
}
