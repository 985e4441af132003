import { expect, it } from 'vitest'
import { deviceTypeOf } from '#contract/rules/deviceType.ts'

it.each([
  ['android', 'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36'],
  ['iphone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1'],
  ['computer', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36'],
  ['computer', ''],
  ['terminal', 'Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0.0.0 Electron/33.4.11 Safari/537.36'],
])('is %s for %s', (deviceType, userAgent) => {
  expect(deviceTypeOf(userAgent)).toBe(deviceType)
})
