/** What a register says about a person. */
export interface RegisterAnswer {
  isBlocked: boolean
  /** Why, in the register's own words, such as `PROGRAMA_SOCIAL`; empty for who is not blocked. */
  reasons: readonly string[]
  /** The register's number of this answer, which proves that it was asked; null where it has none. */
  requestId: string | null
  /** When the person has excluded themselves, as the register writes it; null: they have not, or it does not say. */
  selfExcludedAt: string | null
}

/**
 * A register of persons who must not bet, kept by an authority. Not called inside a transaction; asking has no effect, so
 * it may be repeated. An error means that the answer is unknown, and the person is then not let in.
 */
export interface BlockedPersons {
  readonly name: string
  /** `cpf` has eleven digits. */
  ask(cpf: string): Promise<RegisterAnswer>
}

const free: RegisterAnswer = { isBlocked: false, reasons: [], requestId: null, selfExcludedAt: null }

/** For jurisdictions without such a register. */
export const nobodyBlocked: BlockedPersons = { name: 'none', ask: () => Promise.resolve(free) }

/**
 * Whom the sandbox's register blocks: a CPF that no person has, and those that are published for trying out SIGAP. Public
 * code of several operators names the same ones.
 *
 * @internal
 */
export const testReasons: Readonly<Record<string, readonly string[]>> = {
  '00000000191': ['PROGRAMA_SOCIAL'],
  '28784142090': ['PROGRAMA_SOCIAL'],
  '51077358008': ['AUTOEXCLUSAO_CENTRALIZADA'],
  '10996230572': ['AUTOEXCLUSAO_CENTRALIZADA', 'PROGRAMA_SOCIAL'],
  '83941151878': ['PROGRAMA_NOVO_DESENROLA_BRASIL'],
  '15959816679': ['RENEGOCIACAO_FIES'],
  '55851894091': ['PROGRAMA_DESENROLA_ADIMPLENTES'],
  '99458738067': ['PROGRAMA_FIES_EMPREENDEDOR'],
}

export const sandboxBlocked: BlockedPersons = {
  name: 'sandbox',
  ask(cpf) {
    const reasons = testReasons[cpf]
    return Promise.resolve(reasons ? { ...free, isBlocked: true, reasons } : free)
  },
}
