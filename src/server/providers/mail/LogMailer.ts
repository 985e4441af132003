import type { AppDeps } from '../../deps.ts'
import type { Mailer } from './Mailer.ts'

/** Sends nothing: says in the log that a mail would have left, and never what is in it or to whom. */
export function createLogMailer({ log }: Pick<AppDeps, 'log'>): Mailer {
  return {
    name: 'log',
    send({ id, language }) {
      log.warn({ mail: id, language }, 'MAILER is log: an e-mail was not sent')
      return Promise.resolve()
    },
  }
}
