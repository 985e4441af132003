import { hkdfSync } from 'node:crypto'
import type { AppDeps } from '../../../app.ts'

export const exampleName = 'example'

/** What the example provider signs its calls with; a real one's key would be configuration. */
export function exampleKey({ config }: Pick<AppDeps, 'config'>): Buffer {
  return Buffer.from(hkdfSync('sha256', config.secrets.webhookSecret, '', 'palpite example games', 32))
}
