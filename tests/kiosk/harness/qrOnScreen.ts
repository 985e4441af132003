import type { Locator } from '@playwright/test'
import QRCode from 'qrcode'
import type { Desktop } from './Desktop.ts'
import { expect } from './fixtures.ts'

/** The screen shows this address as a QR code: read from its pixels, module by module. At scale 1. */
export async function expectQrOnScreen(desktop: Desktop, code: Locator, address: string): Promise<void> {
  await expect(code).toBeVisible()
  const { modules } = QRCode.create(address, { errorCorrectionLevel: 'M' })
  const expected = Array.from(modules.data, (bit) => bit === 1)
  await expect
    .poll(async () => {
      // Its sheet may still be moving.
      const box = await code.boundingBox()
      if (!box) throw new Error('no code')
      // There are four empty modules at each side.
      const step = box.width / (modules.size + 8)
      const picture = await desktop.picture()
      return expected.map((_, index) => {
        const x = Math.round(box.x + step * (4.5 + (index % modules.size)))
        const y = Math.round(box.y + step * (4.5 + Math.floor(index / modules.size)))
        return (picture.data[(y * picture.width + x) * 4] ?? 0) < 128
      })
    })
    .toEqual(expected)
}
