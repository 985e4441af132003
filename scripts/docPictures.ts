/**
 * `npm run pictures:docs [-- http://127.0.0.1:5250]`: draws the pictures of README and handbooks with a running server of the
 * sandbox (`npm run serve`) and its back office, for which it creates its own players. Takes a minute. With a second address, that of a server
 * built with `BRAND=mirante`, it also draws both brands side by side.
 */
import { mkdirSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { Studio } from './docPictures/Studio.ts'
import { drawHandbooks } from './docPictures/handbooks.ts'
import { drawBrands } from './docPictures/brands.ts'
import { drawOffice } from './docPictures/office.ts'
import { drawTour } from './docPictures/tour.ts'
import { findTestBrowser } from './runtimes.ts'

const [url = 'http://127.0.0.1:5250', otherBrand] = process.argv.slice(2)
const executablePath = findTestBrowser()
mkdirSync('docs/images', { recursive: true })
const browser = await chromium.launch({
  // Small pictures: glyphs stand where the layout puts them, not at whole pixels.
  args: ['--no-sandbox', '--font-render-hinting=none'],
  ...(executablePath ? { executablePath } : {}),
})
try {
  const studio = new Studio(browser, url)
  await drawTour(studio)
  await drawHandbooks(studio)
  await drawOffice(studio)
  if (otherBrand) await drawBrands(studio, new Studio(browser, otherBrand))
} finally {
  await browser.close()
}
