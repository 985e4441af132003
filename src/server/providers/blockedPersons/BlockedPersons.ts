/**
 * A register of persons who must not bet, kept by an authority. Not called inside a transaction; asking has no effect, so
 * it may be repeated. An error means that the answer is unknown, and the person is then not let in.
 */
export interface BlockedPersons {
  readonly name: string
  /** `cpf` has eleven digits. */
  isBlocked(cpf: string): Promise<boolean>
}

/** For jurisdictions without such a register. */
export const nobodyBlocked: BlockedPersons = {
  name: 'none',
  isBlocked: () => Promise.resolve(false),
}

/** The valid CPF that the sandbox's register blocks; no person has it. */
const blockedTestCpf = '00000000191'

export const sandboxBlocked: BlockedPersons = {
  name: 'sandbox',
  isBlocked: (cpf) => Promise.resolve(cpf === blockedTestCpf),
}
