import type { Page } from '@playwright/test'

/**
 * The press that ends the conversion of what was typed, as Safari tells of it: after the end, with the code of keys that an
 * input method handles.
 */
export async function pressInConversion(page: Page, key: 'Enter' | 'Escape' | 'ArrowDown'): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const press = { key, code: key, windowsVirtualKeyCode: 229 }
  await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...press })
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...press })
  await session.detach()
}
