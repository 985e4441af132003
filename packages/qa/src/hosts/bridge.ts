import type { Page } from '@playwright/test'

interface Bridge {
  invoke(channel: string, ...args: unknown[]): Promise<unknown>
}

/** Calls the main process through the window's bridge, as the client does. */
export function bridgeInvoke<Result = unknown>(
  page: Page,
  channel: 'http:send' | 'session:clear' | 'payment:close' | 'realtime:disconnect',
  ...args: object[]
): Promise<Result> {
  return page.evaluate(
    async ([name, values]) => {
      const bridge = Reflect.get(globalThis, 'bridge') as Bridge | undefined
      if (!bridge) throw new Error('no bridge: the page is not the product in its window')
      return (await bridge.invoke(name, ...values)) as Result
    },
    [channel, args] as const,
  )
}
