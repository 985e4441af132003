/**
 * `npm run peers`: two banks on this machine for a demonstration of PAYMENT_PROVIDER=pix and PAYOUT_PROVIDER=efi, and the register
 * of blocked persons of BLOCKED_PERSONS=sigap. It prints the settings that a server needs (they listen on PEERS_PORT, 5260, and
 * the two ports after it), and reads what happens there, line by line: `help` says what there is.
 */
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { bankEnvironment } from './bankEnvironment.ts'
import { EfiPeer } from './EfiPeer.ts'
import { PixPeer } from './PixPeer.ts'
import { SigapPeer } from './SigapPeer.ts'

const folder = resolve('.data-peers')
mkdirSync(folder, { recursive: true })
const port = Number(process.env['PEERS_PORT'] ?? 5260)
const pix = await PixPeer.start({ document: process.env['PIX_OPENAPI'], port })
const efi = await EfiPeer.start(port + 1)
const register = await SigapPeer.start(port + 2)
// So that withdrawals of R$ 50 to 100 are paid.
efi.scale = 10

const lines = Object.entries({
  ...bankEnvironment(folder, { pix, efi }),
  ...register.environment(folder),
}).map(([name, value]) => `${name}=${value}`)
console.log(
  `Banks at ${pix.url} and ${efi.url}, the register at ${register.url}. Start a server with:\n\n${lines.join(' \\\n')} npm run serve\n`,
)

const reais = (valor: string) => `R$ ${valor}`
const lastPaid = () => [...pix.received.values()].at(-1)?.endToEndId ?? ''

const commands: Record<string, { about: string; run: (id?: string) => Promise<string> }> = {
  pay: {
    about: 'the player pays a charge (its txid, or the last one)',
    run: async (txid = [...pix.charges.keys()].at(-1) ?? '') => {
      const { endToEndId, valor } = pix.pay(txid)
      await pix.notify(endToEndId)
      return `${reais(valor)} paid.`
    },
  },
  lose: {
    about: 'the player pays, and the bank does not tell the server, which finds out by itself',
    run: (txid = [...pix.charges.keys()].at(-1) ?? '') =>
      Promise.resolve(`${reais(pix.pay(txid).valor)} paid.`),
  },
  take: {
    about: 'the banks take the last payment back, because of fraud',
    run: async (endToEndId = lastPaid()) => {
      pix.takeBack(endToEndId)
      await pix.notify(endToEndId)
      return `${endToEndId} is taken back.`
    },
  },
  gift: {
    about: 'somebody sends R$ 12.34 that no order asked for',
    run: () => Promise.resolve(`${pix.receive({ valor: '12.34' }).endToEndId} came in.`),
  },
  settle: {
    about:
      'the receiver’s bank decides about a payout: up to R$ 100 is paid, up to R$ 200 refused; more was refused at once',
    run: async (id = [...efi.sent.keys()].at(-1) ?? '') => {
      const callback = efi.settle(id)
      await efi.notify(callback)
      return `${reais(callback.valor)}: ${callback.status}.`
    },
  },
  return: {
    about: 'the receiver’s bank sends a payout back',
    run: async (id = [...efi.sent.keys()].at(-1) ?? '') => {
      const callback = efi.giveBack(id)
      await efi.notify(callback)
      return `${reais(callback.valor)} came back.`
    },
  },
  block: {
    about: 'the register names a CPF from now on, or does not any more',
    run: (cpf = '') => {
      if (!register.blocked.delete(cpf)) register.blocked.set(cpf, ['PROGRAMA_SOCIAL'])
      return Promise.resolve(`${cpf} is ${register.blocked.has(cpf) ? 'blocked' : 'free'}.`)
    },
  },
  silence: {
    about: 'the register answers about nobody, or does again',
    run: () => {
      register.isSilent = !register.isSilent
      return Promise.resolve(register.isSilent ? 'The register is silent.' : 'The register answers.')
    },
  },
  list: {
    about: 'what both banks know',
    run: () =>
      Promise.resolve(
        [
          ...[...pix.charges.values()].map(
            ({ txid, status, valor }) => `charge ${txid} ${reais(valor.original)} ${status}`,
          ),
          ...[...efi.sent.values()].map(
            ({ idEnvio, status, valor }) => `payout ${idEnvio} ${reais(valor)} ${status}`,
          ),
        ].join('\n'),
      ),
  },
}
const help = Object.entries(commands).map(([name, { about }]) => `${name.padEnd(8)}${about}`)
console.log(`Then type here what happens at the banks:\n${help.join('\n')}`)

for await (const line of createInterface({ input: process.stdin })) {
  const [name = '', id] = line.trim().split(/\s+/)
  try {
    console.log((await commands[name]?.run(id)) ?? help.join('\n'))
  } catch (error) {
    console.log(error instanceof Error ? error.message : error)
  }
}
await pix.close()
await efi.close()
await register.close()
