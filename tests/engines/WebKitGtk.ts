import { spawn, type ChildProcess } from 'node:child_process'
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Builder, Capabilities, Key as SeleniumKey, type WebDriver, WebElement } from 'selenium-webdriver'
import { findWebKit } from '../../scripts/runtimes.ts'
import { callOf, phone, type Engine, type EngineElement, type Key } from './Engine.ts'

const keys: Record<Key, string> = {
  Tab: SeleniumKey.TAB,
  Enter: SeleniumKey.ENTER,
  Escape: SeleniumKey.ESCAPE,
  ArrowRight: SeleniumKey.ARROW_RIGHT,
  Backspace: SeleniumKey.BACK_SPACE,
}

/** WebKitGTK, whose engine is that of Safari, by W3C WebDriver. It needs a display. */
export class WebKitGtk implements Engine {
  readonly #program: ChildProcess
  readonly #driver: WebDriver

  private constructor(program: ChildProcess, driver: WebDriver) {
    this.#program = program
    this.#driver = driver
  }

  static async start(): Promise<WebKitGtk> {
    const found = findWebKit()
    if (!found) throw new Error('no WebKitGTK: apt-get install webkit2gtk-driver')
    const port = await freePort()
    // Its pages ask GTK whether somebody wants no motion.
    const settings = mkdtempSync(join(tmpdir(), 'palpite-gtk-'))
    mkdirSync(join(settings, 'gtk-3.0'))
    writeFileSync(join(settings, 'gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=0\n')
    const program = spawn(found.driver, ['-p', String(port)], {
      stdio: 'ignore',
      env: { ...process.env, TZ: 'America/Sao_Paulo', XDG_CONFIG_HOME: settings },
    })
    program.once('exit', () => rmSync(settings, { recursive: true, force: true }))
    const url = `http://127.0.0.1:${port}`
    try {
      await answers(url)
      const driver = await new Builder()
        .disableEnvironmentOverrides()
        .usingServer(url)
        .withCapabilities(
          new Capabilities({
            browserName: 'MiniBrowser',
            'webkitgtk:browserOptions': { binary: found.browser, args: ['--automation', '--full-screen'] },
          }),
        )
        .build()
      await driver
        .manage()
        .window()
        .setRect({ x: 0, y: 0, ...phone })
      return new WebKitGtk(program, driver)
    } catch (error) {
      program.kill()
      throw error
    }
  }

  async goto(url: string): Promise<void> {
    await this.#driver.get(url)
  }

  url(): Promise<string> {
    return this.#driver.getCurrentUrl()
  }

  async run<Result>(body: string, ...args: unknown[]): Promise<Result> {
    return this.#driver.executeScript<Result>(`return ${callOf(body, args)}`)
  }

  async pick(body: string, ...args: unknown[]): Promise<EngineElement | null> {
    return this.#driver.executeScript<WebElement | null>(`return ${callOf(body, args)}`)
  }

  async press(key: Key): Promise<void> {
    await this.#driver.actions().sendKeys(keys[key]).perform()
  }

  async type(text: string): Promise<void> {
    await this.#driver.actions().sendKeys(text).perform()
  }

  async paste(): Promise<void> {
    const { CONTROL } = SeleniumKey
    await this.#driver.actions().keyDown(CONTROL).sendKeys('v').keyUp(CONTROL).perform()
  }

  async enter(frame: EngineElement): Promise<void> {
    if (!(frame instanceof WebElement)) throw new Error('an element of another browser')
    await this.#driver.switchTo().frame(frame)
  }

  async leave(): Promise<void> {
    await this.#driver.switchTo().defaultContent()
  }

  async screenshot(): Promise<Uint8Array> {
    return Buffer.from(await this.#driver.takeScreenshot(), 'base64')
  }

  async close(): Promise<void> {
    try {
      await this.#driver.quit()
    } finally {
      this.#program.kill()
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function answers(url: string): Promise<void> {
  const end = Date.now() + 10_000
  for (;;) {
    try {
      if ((await fetch(`${url}/status`)).ok) return
    } catch (error) {
      if (Date.now() > end) throw error
    }
    await wait(50)
  }
}
