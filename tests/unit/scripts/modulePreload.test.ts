import { expect, it } from 'vitest'
import type { UserConfig, UserConfigFn } from 'vite'
import frames from '../../../vite.frames.config.ts'
import office from '../../../vite.office.config.ts'

const frame = (mode: string) => (frames as UserConfigFn)({ mode, command: 'build' }) as UserConfig

// The client names modules ahead, and fetches those again that were lost: app/refetchModules.ts.
it.each([
  ['office', office],
  ...['chat', 'staff', 'payment', 'sandbox', 'slots'].map((mode) => [mode, frame(mode)] as const),
])(
  'the build of %s names no module ahead: WebKit would keep the failure of one that was lost',
  (_, config) => {
    expect((config as UserConfig).build?.modulePreload).toBe(false)
  },
)
