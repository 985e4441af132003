import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { PNG } from 'pngjs'
import UPNG from 'upng-js'
import { Sandbox, type SandboxUser } from '../Sandbox.ts'

export const phone = { width: 393, height: 852 }
export const desktop = { width: 1280, height: 800 }
/** Pictures are stored with a palette: a fifth of the size, and nobody sees the difference. */
const colours = 256

/** Opens the product as a player and keeps what it shows. */
export class Studio {
  readonly sandbox: Sandbox

  constructor(
    private readonly browser: Browser,
    readonly url: string,
  ) {
    this.sandbox = new Sandbox(url)
  }

  /** A page of a new player, or of a guest; with the smaller pictures that a document needs. */
  async page(
    player: Partial<SandboxUser> | null,
    { viewport = phone, scale = 1 }: { viewport?: typeof phone; scale?: number } = {},
  ): Promise<Page> {
    const context = await this.browser.newContext({
      viewport,
      deviceScaleFactor: scale,
      locale: 'pt-BR',
      timezoneId: 'America/Sao_Paulo',
      reducedMotion: 'reduce',
      hasTouch: viewport === phone,
    })
    if (player) {
      const { username } = await this.sandbox.createUser(player)
      const token = await this.sandbox.newSession(username)
      await context.setStorageState({
        cookies: [],
        origins: [{ origin: new URL(this.url).origin, localStorage: [{ name: 'token', value: token }] }],
      })
    }
    return context.newPage()
  }

  async open(page: Page, path: string): Promise<void> {
    await page.goto(this.url + path)
    await this.settled(page)
  }

  /** Nothing is loading any more: the network is quiet, fonts and pictures are there. */
  async settled(page: Page): Promise<void> {
    await page.waitForLoadState('networkidle')
    await page.evaluate(
      'Promise.all([document.fonts.ready, ...[...document.images].map((image) => image.decode().catch(() => null))])',
    )
  }

  async shot(page: Page): Promise<Buffer> {
    await this.settled(page)
    return page.screenshot()
  }

  /** Shots beside each other, as one picture of docs/images. */
  async row(name: string, shots: readonly Buffer[], height: number): Promise<void> {
    const page = await this.browser.newPage({ viewport: { width: 4000, height } })
    const pictures = shots
      .map((shot) => `<img src="data:image/png;base64,${shot.toString('base64')}">`)
      .join('')
    await page.setContent(
      `<style>body{margin:0;display:inline-flex;gap:16px}img{height:${height}px;border-radius:14px}</style>${pictures}`,
    )
    await this.settled(page)
    const row = await page.locator('body').screenshot({ omitBackground: true })
    await page.close()
    save(name, [row])
  }

  /** Shots one after the other, as an animated PNG. */
  film(name: string, shots: readonly { picture: Buffer; ms: number }[]): void {
    save(
      name,
      shots.map(({ picture }) => picture),
      shots.map(({ ms }) => ms),
    )
  }
}

function save(name: string, pictures: readonly Buffer[], delays: number[] = []): void {
  const frames = pictures.map((picture) => PNG.sync.read(picture))
  const [first] = frames
  if (!first) throw new Error(`${name} has no picture`)
  const pixels = frames.map(
    ({ data }) => data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength) as ArrayBuffer,
  )
  const file = Buffer.from(UPNG.encode(pixels, first.width, first.height, colours, delays))
  writeFileSync(join('docs/images', name), file)
  console.log(`docs/images/${name}: ${Math.round(file.length / 1024)} KB`)
}
