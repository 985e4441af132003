import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Envelope } from '#contract/errors.ts'
import { appInfoCalls } from '#contract/http/appInfo.ts'
import { phoneCalls } from '#contract/http/phone.ts'
import { printerStates } from '#contract/printing.ts'
import {
  largestCrashReport,
  largestScreenshot,
  programStates,
  terminalCalls,
  terminalHeader,
  terminalSignatureHeader,
  updateReasons,
  updateStates,
  type SignedCall,
} from '#contract/terminal.ts'
import { callerOf, type Caller } from '../http/caller.ts'
import type { AppDeps } from '../deps.ts'
import { collectTerminalLogin, startTerminalLogin } from '../domain/accounts/terminalLogins.ts'
import { isSignedBy } from '../domain/terminals/keys.ts'
import { acceptCrash } from '../domain/terminals/crashes.ts'
import { acceptScreenshot } from '../domain/terminals/screenshots.ts'
import { acceptSequence, keyOfTerminal } from '../domain/terminals/signedCalls.ts'
import { acceptHeartbeat, enrol, refuseKiosks } from '../domain/terminals/terminals.ts'
import { Refusal } from '../texts/refusal.ts'

const maxBodyBytes = 8 * 1024
const base64Growth = 4 / 3

const enrolment = z.strictObject({ code: z.string().min(1).max(40), publicKey: z.string().min(1).max(200) })
const signedCall = {
  terminalId: z.uuid(),
  sequence: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
}
const version = z.number().int().min(0).max(2_147_483_647)
const megabytes = z.number().int().min(0)
const machine = z.object({
  diskFreeMb: megabytes,
  diskTotalMb: megabytes,
  memoryFreeMb: megabytes,
  memoryTotalMb: megabytes,
  temperature: z.number().min(-100).max(300).nullable(),
  network: z.array(z.string().max(40)).max(8),
  program: z.enum(programStates),
  update: z.object({
    state: z.enum(updateStates),
    version: z.string().max(40).nullable(),
    why: z.enum(updateReasons).nullable(),
  }),
})
const heartbeat = z.strictObject({
  ...signedCall,
  // Terminals may be newer than this server.
  health: z.object({
    version: z.string().max(40),
    runtime: z.string().max(40),
    uptimeSeconds: z.number().int().min(0),
    lastError: z.string().max(500).nullable(),
    idleSource: z.enum(['system', 'windows']).optional(),
    lastInputSeconds: z.number().int().min(0).nullable().optional(),
    windowSystem: z.enum(['x11', 'wayland', 'windows', 'macos']).optional(),
    machine: machine.optional(),
    printer: z.enum(printerStates).optional(),
  }),
  ordersVersion: version,
})
const crash = z.strictObject({
  ...signedCall,
  crashedAt: z.iso.datetime(),
  version: z.string().max(40),
  dump: z.base64(),
})
const startLogin = z.strictObject(signedCall)
const collectLogin = z.strictObject({ ...signedCall, secret: z.string().min(1).max(64) })
const screenshot = z.strictObject({ ...signedCall, version, image: z.base64() })

/** Registers the calls of venues' terminals, and refuses every call of a kiosk where the jurisdiction allows none. */
export async function registerTerminals(app: FastifyInstance, deps: AppDeps): Promise<void> {
  // Without a promise, which would cost every call.
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.headers[terminalHeader] === undefined) return done()
    // A kiosk may ask what the jurisdiction allows, so that it can say so.
    if (request.url.split('?')[0] !== appInfoCalls.appInfo.path) refuseKiosks(deps)
    done()
  })
  // A scope with a body parser of its own, because a signature covers the body's exact bytes.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    scope.post(terminalCalls.enrol, { schema: { hide: true }, bodyLimit: maxBodyBytes }, async (request) => {
      deps.traffic.buckets.take('logins', request.ip)
      return success(await enrol(deps, parse(enrolment, request.body)))
    })
    signed(terminalCalls.heartbeat, heartbeat, (body, { ip }) => acceptHeartbeat(deps, body, ip))
    signed(
      terminalCalls.screenshot,
      screenshot,
      async (body) => {
        refuseKiosks(deps)
        await acceptScreenshot(deps, body)
        return null
      },
      { bodyLimit: Math.ceil(largestScreenshot * base64Growth) + maxBodyBytes },
    )
    signed(
      terminalCalls.crash,
      crash,
      async (body) => {
        refuseKiosks(deps)
        await acceptCrash(deps, body)
        return null
      },
      { bodyLimit: Math.ceil(largestCrashReport * base64Growth) + maxBodyBytes },
    )

    signed(
      phoneCalls.startLogin.path,
      startLogin,
      async (call, { deviceId }) => {
        await acceptOnce(call)
        return startTerminalLogin(deps, { ...call, deviceId })
      },
      { bucket: 'logins' },
    )
    // Repeated while the terminal waits for a phone.
    signed(phoneCalls.collectLogin.path, collectLogin, async (call, { deviceId }) => {
      await acceptOnce(call)
      const token = await collectTerminalLogin(deps, call.secret, { ...call, deviceId })
      return token === undefined ? { state: 'waiting' } : { state: 'approved', access_token: token }
    })

    /** In a transaction of its own, so that a call that is refused cannot be sent again either. */
    async function acceptOnce(call: SignedCall): Promise<void> {
      refuseKiosks(deps)
      await deps.db.tx((tx) => acceptSequence(tx, call))
    }

    /** Registers a call that the terminal in its body has signed. */
    function signed<Call extends SignedCall, Reply>(
      path: string,
      schema: z.ZodType<Call>,
      run: (call: Call, caller: Caller) => Promise<Reply>,
      {
        bodyLimit = maxBodyBytes,
        bucket = 'guests',
      }: { bodyLimit?: number; bucket?: 'guests' | 'logins' } = {},
    ): void {
      scope.post(path, { schema: { hide: true }, bodyLimit }, async (request) => {
        deps.traffic.buckets.take(bucket, request.ip)
        const call = parse(schema, request.body)
        const signature = request.headers[terminalSignatureHeader]
        const key = await keyOfTerminal(deps, call.terminalId)
        const isSigned =
          typeof signature === 'string' && isSignedBy(key, path, request.body as string, signature)
        if (!isSigned) throw new Refusal('forbidden')
        return success(await run(call, callerOf(request)))
      })
    }
  })
}

function parse<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(typeof body === 'string' ? toJson(body) : undefined)
  if (!parsed.success) throw new Refusal('badRequest')
  return parsed.data
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function success<Data>(data: Data): Envelope<Data> {
  return { status: 0, message: '', data }
}
