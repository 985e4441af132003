import { hkdfSync } from 'node:crypto'
import type { AppDeps } from '../../../deps.ts'

export const exampleName = 'example'

/** The key with which the example provider signs its calls; a real provider's key would be configured. */
export function exampleKey({ config }: Pick<AppDeps, 'config'>): Buffer {
  return Buffer.from(hkdfSync('sha256', config.secrets.webhookSecret, '', 'palpite example games', 32))
}
