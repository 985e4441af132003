import * as z from 'zod/mini'
import { isFrameKey } from './frameField.ts'
import { languageCodes } from './languages.ts'
import { receiptKinds } from './printing.ts'
import type { IpcRequestName, IpcRequests } from './ipc.ts'

const text = (max: number) => z.string().check(z.maxLength(max))

/** The arguments of every bridge request; the main process checks them before it does anything else. */
export const ipcSchemas = {
  'host:info': z.tuple([]),
  'http:send': z.tuple([
    z.strictObject({
      method: z.enum(['GET', 'POST']),
      path: z.string().check(z.maxLength(500), z.regex(/^\/api\//)),
      query: z.record(text(64), text(500)),
      body: z.nullable(text(65_536)),
      bodyType: z.enum(['none', 'json', 'form']),
      language: text(8),
      currency: text(8),
      timeZone: text(64),
      idempotencyKey: z.nullable(text(64)),
    }),
  ]),
  'session:clear': z.tuple([]),
  'realtime:connect': z.tuple([]),
  'realtime:disconnect': z.tuple([]),
  'realtime:offGame': z.tuple([z.strictObject({ gameCode: text(64) })]),
  'realtime:watchFeed': z.tuple([
    z.strictObject({ sport: z.nullable(text(32)), matchId: z.nullable(text(64)) }),
  ]),
  'payment:open': z.tuple([
    z.strictObject({
      orderId: text(64),
      url: text(2000),
      expiresAt: text(40),
      language: z.enum(languageCodes),
    }),
  ]),
  'payment:close': z.tuple([]),
  'export:download': z.tuple([z.string().check(z.regex(/^\/api\/app\/exports\/file\/[\w-]{43}$/))]),
  'clipboard:write': z.tuple([text(10_000)]),
  'receipt:print': z.tuple([
    z.strictObject({ kind: z.enum(receiptKinds), id: text(64), language: z.enum(languageCodes) }),
  ]),
  'frame:read': z.tuple([]),
  'frame:type': z.tuple([z.string().check(z.refine(isFrameKey))]),
  'staff:open': z.tuple([]),
} satisfies { [Name in IpcRequestName]: z.ZodMiniType<IpcRequests[Name]['args']> }
