import type { z } from 'zod'
import { get, post } from './call.ts'
import type * as schema from './game.schema.ts'

type MinesWire = NonNullable<z.output<typeof schema.minesCurrent.data>>

export const minesCalls = {
  current: get<object, MinesWire | null>('/api/app/game/mines/current'),
  bet: post<{ body: z.input<typeof schema.minesBet.body> }, MinesWire>('/api/app/game/mines/bet', {
    idempotent: 'required',
  }),
  open: post<{ body: { roundId: string; tile: number } }, MinesWire>('/api/app/game/mines/open', {
    idempotent: 'required',
  }),
  cashOut: post<{ body: { roundId: string } }, MinesWire>('/api/app/game/mines/cashOut', {
    idempotent: 'required',
  }),
  auto: post<{ body: z.input<typeof schema.minesAuto.body> }, MinesWire>('/api/app/game/mines/betPlay', {
    idempotent: 'required',
  }),
}
