import * as v from 'valibot'
import { isFrameKey } from './frameField.ts'
import { identityCheckCalls } from './http/identityCheck.ts'
import { languageCodes } from './languages.ts'
import { receiptKinds } from './printing.ts'
import type { IpcRequestName, IpcRequests } from './ipc.ts'
import { mostWatchedPages } from './rules/boardPages.ts'
import { pictureBodyLimit } from './rules/identityPictures.ts'
import { paymentLifetimeMs } from './rules/paymentExpiry.ts'

const text = (max: number) => v.pipe(v.string(), v.maxLength(max))

/** The arguments of every bridge request; the main process checks them before it does anything else. */
export const ipcSchemas = {
  'host:info': v.strictTuple([]),
  'http:send': v.strictTuple([
    v.pipe(
      v.strictObject({
        method: v.picklist(['GET', 'POST']),
        path: v.pipe(v.string(), v.maxLength(500), v.regex(/^\/api\//)),
        query: v.record(text(64), text(500)),
        body: v.nullable(text(pictureBodyLimit)),
        bodyType: v.picklist(['none', 'json', 'form']),
        language: text(8),
        currency: text(8),
        timeZone: text(64),
        idempotencyKey: v.nullable(text(64)),
      }),
      v.check(
        ({ path, body }) => (body?.length ?? 0) <= 65_536 || path === identityCheckCalls.addPicture.path,
      ),
    ),
  ]),
  'session:clear': v.strictTuple([]),
  'realtime:connect': v.strictTuple([]),
  'realtime:disconnect': v.strictTuple([]),
  'realtime:offGame': v.strictTuple([v.strictObject({ gameCode: text(64) })]),
  'realtime:watchFeed': v.strictTuple([
    v.strictObject({
      sport: v.nullable(text(32)),
      matchId: v.nullable(text(64)),
      pages: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(mostWatchedPages))),
      changes: v.optional(v.boolean()),
    }),
  ]),
  'payment:open': v.strictTuple([
    v.strictObject({
      orderId: text(64),
      url: text(2000),
      timeLeft: v.pipe(v.number(), v.minValue(0), v.maxValue(paymentLifetimeMs)),
      language: v.picklist(languageCodes),
    }),
  ]),
  'payment:close': v.strictTuple([]),
  'export:download': v.strictTuple([
    v.pipe(v.string(), v.regex(/^\/api\/app\/(?:exportFile|exports\/file)\/[\w-]{43,64}$/)),
  ]),
  'clipboard:write': v.strictTuple([text(10_000)]),
  'receipt:print': v.strictTuple([
    v.strictObject({ kind: v.picklist(receiptKinds), id: text(64), language: v.picklist(languageCodes) }),
  ]),
  'frame:read': v.strictTuple([]),
  'frame:type': v.strictTuple([
    v.pipe(
      v.string(),
      v.check((key) => isFrameKey(key)),
    ),
  ]),
  'frame:focused': v.strictTuple([v.boolean()]),
  'staff:open': v.strictTuple([]),
} satisfies { [Name in IpcRequestName]: v.GenericSchema<unknown, IpcRequests[Name]['args']> }
