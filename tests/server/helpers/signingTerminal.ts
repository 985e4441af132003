import { generateKeyPairSync, sign } from 'node:crypto'
import { signedText, terminalCalls, terminalSignatureHeader, type Enrolled } from '#contract/terminal.ts'
import type { createTestApp } from './testApp.ts'

/** Enrols a terminal, which signs one call; returns its id. Its calls come from the address of all calls of the test. */
export async function signingTerminal(t: Awaited<ReturnType<typeof createTestApp>>): Promise<string> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { data: created } = await t.post<{ code: string }>('/sandbox/api/terminals', { name: 'Loja' })
  const { data: enrolled } = await t.post<Enrolled>(terminalCalls.enrol, {
    code: created.code,
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  })
  const payload = JSON.stringify({
    terminalId: enrolled.terminalId,
    sequence: 1,
    health: { version: '0.1.0', runtime: '45.4.1', uptimeSeconds: 7, lastError: null },
    ordersVersion: 0,
  })
  const signature = sign(null, Buffer.from(signedText(terminalCalls.heartbeat, payload)), privateKey)
  const beat = await t.app.inject({
    method: 'POST',
    url: terminalCalls.heartbeat,
    headers: {
      'content-type': 'application/json',
      [terminalSignatureHeader]: signature.toString('base64'),
    },
    payload,
  })
  if (beat.statusCode !== 200) throw new Error(`the terminal's call was refused: ${beat.body}`)
  return enrolled.terminalId
}
