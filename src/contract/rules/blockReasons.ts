/** Why a register lets a person not bet, as far as a player is told. */
export const blockReasons = ['socialProgramme', 'selfExclusion', 'creditProgramme', 'other'] as const
export type BlockReason = (typeof blockReasons)[number]

/** The register's own words (SIGAP). */
const known: Readonly<Record<string, BlockReason>> = {
  PROGRAMA_SOCIAL: 'socialProgramme',
  AUTOEXCLUSAO_CENTRALIZADA: 'selfExclusion',
  PROGRAMA_NOVO_DESENROLA_BRASIL: 'creditProgramme',
  PROGRAMA_DESENROLA_ADIMPLENTES: 'creditProgramme',
  RENEGOCIACAO_FIES: 'creditProgramme',
  PROGRAMA_FIES_EMPREENDEDOR: 'creditProgramme',
}

/** What a player is told about the register's reasons; `other` when it gave none, or one that is new. */
export function toBlockReasons(words: readonly string[]): BlockReason[] {
  const found = new Set(words.map((word) => known[word] ?? 'other'))
  return found.size === 0 ? ['other'] : blockReasons.filter((reason) => found.has(reason))
}
