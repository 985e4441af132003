/**
 * `npm run release -- --key FILE --to FOLDER`: offers the package in release/ to the terminals, as a signed release in
 * FOLDER, which is the server's UPDATES_DIR. The key is made at the first run; its public part, which is printed, is
 * the terminals' `updateKey`.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { writeRelease } from './packaging/writeRelease.ts'

const { values } = parseArgs({ options: { key: { type: 'string' }, to: { type: 'string' } } })
if (!values.key || !values.to) {
  console.error('release: --key FILE --to FOLDER')
  process.exit(1)
}
const app = resolve('release/linux-unpacked')
if (process.platform !== 'linux' || !existsSync(app)) {
  console.error(`release: ${app} is missing; run \`npm run package\` on Linux first`)
  process.exit(1)
}
if (!existsSync(values.key)) {
  const { privateKey } = generateKeyPairSync('ed25519')
  writeFileSync(values.key, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flag: 'wx' })
}
const key = createPrivateKey(readFileSync(values.key))
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
await writeRelease({ app, version, platform: `linux-${process.arch}`, key, folder: resolve(values.to) })
const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64')
console.log(`release ${version} is in ${values.to}; updateKey of the terminals: ${publicKey}`)
