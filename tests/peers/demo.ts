/**
 * `npm run peers`: a bank on this machine for a demonstration of PAYMENT_PROVIDER=pix. It prints the settings that a server
 * needs; then each line that is typed names a charge to pay (`TXID`, or `last`), and the bank tells the server.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { PixPeer } from './PixPeer.ts'

const folder = resolve('.data-peers')
const bank = await PixPeer.start({ document: process.env['PIX_OPENAPI'], port: 5260 })
const { baseUrl, tokenUrl, clientId, clientSecret } = bank.access()

function file(name: string, text: string): string {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, name)
  writeFileSync(path, text, { mode: 0o600 })
  return path
}

const settings = {
  PAYMENT_PROVIDER: 'pix',
  PIX_API_URL: baseUrl,
  PIX_TOKEN_URL: tokenUrl,
  PIX_CLIENT_ID: clientId,
  PIX_CLIENT_SECRET: clientSecret,
  PIX_CERTIFICATE_FILE: file('client.pem', bank.tls.client.cert),
  PIX_PRIVATE_KEY_FILE: file('client.key', bank.tls.client.key),
  PIX_AUTHORITY_FILE: file('authority.pem', bank.tls.ca),
  PIX_KEY: 'pix@palpite.example',
}
const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
console.log(`A bank at ${bank.url}. Start a server with:\n\n${lines.join(' \\\n')} npm run serve\n`)
console.log('Then open a deposit, and type "last" here to pay it.')

for await (const line of createInterface({ input: process.stdin })) {
  const txid = line.trim() === 'last' ? [...bank.charges.keys()].at(-1) : line.trim()
  try {
    const { endToEndId, valor } = bank.pay(txid ?? '')
    await bank.notify(endToEndId)
    console.log(`R$ ${valor} paid.`)
  } catch (error) {
    console.log(error instanceof Error ? error.message : error)
  }
}
await bank.close()
