/** `npm run push:key`: a new key for WEB_PUSH_KEY. Browsers that have subscribed with another one hear nothing more. */
import { createECDH } from 'node:crypto'

const key = createECDH('prime256v1')
key.generateKeys()
console.log(
  `WEB_PUSH_KEY=${Buffer.from(key.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url')}`,
)
