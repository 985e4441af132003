import { z } from 'zod'
import { reportFamilies } from '#contract/rules/regulatorReports.ts'
import type { RegisterSettings, RegulatorSettings } from '../../config/personSettings.ts'
import { StartError } from '../../config/startError.ts'
import { readClientCertificate } from '../clientCertificate.ts'
import { AnswerUnknownError, ProviderRefusedError } from '../errors.ts'
import { SigapClient, type SigapAccess } from '../sigap/SigapClient.ts'
import type { Regulator, ReportLot } from './Regulator.ts'

export interface ReceptionAccess extends SigapAccess {
  /** Where the paths of the families begin. */
  url: string
}

/** Its names for the number of a lot; public code does not agree on one. */
const receiptSchema = z.object({
  idMovimento: z.union([z.string(), z.number()]).optional(),
  protocolo: z.union([z.string(), z.number()]).optional(),
  id: z.union([z.string(), z.number()]).optional(),
})

/** Statuses with which a lot may be accepted later: not a refusal. */
const temporary = new Set([401, 403, 408, 425, 429])

/** The reception of reports by Brazil's SIGAP: `POST …/<family>/lote` with the signed file, compressed, as base64. */
export class SigapReception implements Regulator {
  readonly name = 'sigap'
  readonly #url: string
  readonly #client: SigapClient

  constructor({ url, ...access }: ReceptionAccess) {
    this.#url = url
    this.#client = new SigapClient(access)
  }

  async send({ family, content }: ReportLot): Promise<string> {
    const url = `${this.#url}/${reportFamilies[family]}/lote`
    const { status, body } = await this.#client.send('POST', url, { lote: content.toString('base64') })
    if (status >= 200 && status < 300) {
      const receipt = receiptSchema.safeParse(body)
      const number = receipt.success
        ? (receipt.data.idMovimento ?? receipt.data.protocolo ?? receipt.data.id)
        : undefined
      return String(number ?? `status ${status}`)
    }
    // It has had this lot before: an answer was lost.
    if (status === 409) return 'status 409'
    if (status >= 400 && status < 500 && !temporary.has(status))
      throw new ProviderRefusedError(`the regulator refused the lot with status ${status}`)
    throw new AnswerUnknownError(`the regulator answered with status ${status}`)
  }

  /** @internal Ends its connections. */
  close(): Promise<void> {
    return this.#client.close()
  }
}

/** Throws a StartError that names what is missing, or that no call could be made with. */
export function readReceptionSettings(
  regulator: RegulatorSettings,
  register: RegisterSettings,
): ReceptionAccess {
  const { url, schemas } = regulator
  const { tokenUrl, certificateFile, privateKeyFile, authorityFile } = register
  const missing = Object.entries({
    SIGAP_RECEPTION_URL: url,
    SIGAP_TOKEN_URL: tokenUrl,
    SIGAP_CERTIFICATE_FILE: certificateFile,
    SIGAP_PRIVATE_KEY_FILE: privateKeyFile,
    REPORT_SCHEMAS: schemas,
  }).flatMap(([name, value]) => (value === undefined ? [name] : []))
  if (!url || !tokenUrl || !certificateFile || !privateKeyFile || !schemas)
    throw new StartError(`REGULATOR sigap needs ${missing.join(', ')}`)
  const certificate = readClientCertificate('SIGAP', { certificateFile, privateKeyFile, authorityFile })
  return { url: url.replace(/\/+$/, ''), tokenUrl, certificate }
}
