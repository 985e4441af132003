import { z } from 'zod'
import type { RegisterSettings } from '../../config/personSettings.ts'
import { StartError } from '../../config/startError.ts'
import { readClientCertificate } from '../clientCertificate.ts'
import { AnswerUnknownError, ProviderRefusedError } from '../errors.ts'
import { SigapClient, type SigapAccess } from '../sigap/SigapClient.ts'
import type { BlockedPersons, RegisterAnswer } from './BlockedPersons.ts'

export interface RegisterAccess extends SigapAccess {
  /** Has `{cpf}` in it. */
  url: string
}

const answerSchema = z.object({
  resultado: z.enum(['IMPEDIDO', 'NAO_IMPEDIDO']),
  motivos: z.array(z.string().max(100)).max(50).nullish(),
  idRequisicao: z.union([z.string(), z.number()]).transform(String),
  dataSolicitacaoAutoexclusao: z.string().max(40).nullish(),
})

const refusedStatuses: ReadonlySet<number> = new Set([400, 404, 422])

/**
 * Brazil's register of persons who may not bet (SIGAP, "Módulo de Impedidos", version 2): `GET …/condicao/<CPF>`. The address
 * contains the CPF, so it is in no error.
 */
export class SigapRegister implements BlockedPersons {
  readonly name = 'sigap'
  readonly #url: string
  readonly #client: SigapClient

  constructor({ url, ...access }: RegisterAccess, now: () => number = Date.now) {
    this.#url = url
    this.#client = new SigapClient(access, now)
  }

  async ask(cpf: string): Promise<RegisterAnswer> {
    const { status, body } = await this.#client.send('GET', this.#url.replaceAll('{cpf}', cpf))
    // Such as a CPF that it does not take. Of other persons it may well say something.
    if (refusedStatuses.has(status))
      throw new ProviderRefusedError(`the register refused the question with status ${status}`)
    if (status !== 200) throw new AnswerUnknownError(`the register answered with status ${status}`)
    const answer = answerSchema.safeParse(body)
    if (!answer.success) throw new AnswerUnknownError('the register gave no clear answer')
    const { resultado, motivos, idRequisicao, dataSolicitacaoAutoexclusao } = answer.data
    return {
      isBlocked: resultado === 'IMPEDIDO',
      reasons: motivos ?? [],
      requestId: idRequisicao,
      selfExcludedAt: dataSolicitacaoAutoexclusao ?? null,
    }
  }

  /** @internal Ends its connections. */
  close(): Promise<void> {
    return this.#client.close()
  }
}

/** Throws a StartError that names what is missing, or that no call could be made with. */
export function readRegisterSettings(config: RegisterSettings): RegisterAccess {
  const { url, tokenUrl, certificateFile, privateKeyFile, authorityFile } = config
  const missing = Object.entries({
    SIGAP_URL: url,
    SIGAP_TOKEN_URL: tokenUrl,
    SIGAP_CERTIFICATE_FILE: certificateFile,
    SIGAP_PRIVATE_KEY_FILE: privateKeyFile,
  }).flatMap(([name, value]) => (value === undefined ? [name] : []))
  if (!url || !tokenUrl || !certificateFile || !privateKeyFile)
    throw new StartError(`BLOCKED_PERSONS sigap needs ${missing.join(', ')}`)
  const certificate = readClientCertificate('SIGAP', { certificateFile, privateKeyFile, authorityFile })
  return { url, tokenUrl, certificate }
}
