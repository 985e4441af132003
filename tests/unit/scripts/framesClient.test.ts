import type { UserConfig, UserConfigFn } from 'vite'
import { expect, it } from 'vitest'
import frames from '../../../vite.frames.config.ts'

it.each(['chat', 'staff', 'payment', 'sandbox', 'slots'])(
  'the build of %s has the client of the frames',
  (mode) => {
    const { resolve } = (frames as UserConfigFn)({ mode, command: 'build' }) as UserConfig
    const alias = (resolve?.alias as { find: RegExp; replacement: string }[]).find(({ find }) =>
      find.test('react-dom/client'),
    )
    expect(alias?.replacement).toMatch(/\/src\/frames\/client\.ts$/)
  },
)
