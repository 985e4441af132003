import { createHttpClient } from '#http/httpClient.ts'
import { callTimeoutMs, createPlayerCalls, type Answer } from '#http/playerCalls.ts'
import { createDeviceId } from './webDeviceId.ts'
import { timeZone } from './timeZone.ts'
import type { PlatformRequest } from './Platform.ts'

const call = createPlayerCalls(createHttpClient({ timeoutMs: callTimeoutMs }))
const deviceId = createDeviceId()

/** A call by axios, loaded with the first one: the first view comes with its data. Never rejects. */
export async function sendRequest(request: PlatformRequest, token: string | null): Promise<Answer> {
  return call({ ...request, timeZone: timeZone() }, { token, deviceId: await deviceId(), terminalId: null })
}
