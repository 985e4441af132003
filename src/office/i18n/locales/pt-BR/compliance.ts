/** What the authority asks for: the register of blocked persons, its reports, and prizes that are taxed. */
export const compliance = {
  blockedPlayers: {
    title: 'Impedidos',
    text: 'Jogadores que constam do registro oficial. O prazo de retirada, o encerramento e a devolução correm sozinhos.',
    blockedAt: 'Desde',
    player: 'Jogador',
    state: 'Situação',
    reasons: 'Motivos',
    withdrawUntil: 'Pode retirar até',
    payUntil: 'Devolver até',
    left: 'Resta',
    requestId: 'Número da resposta',
    empty: 'Ninguém consta do registro',
    emptyText: 'Quando o registro apontar um jogador, ele aparece aqui com os prazos.',
  },
  prizes: {
    title: 'Prêmios por jogador',
    text: 'Prêmios líquidos por ano: o que as apostas com dinheiro pagaram além do apostado, até o último dia encerrado. As perdas são descontadas dentro de cada categoria.',
    player: 'Jogador',
    name: 'Nome',
    sports: 'Esportes',
    games: 'Jogos',
    net: 'Prêmio líquido',
    taxable: 'Acima do isento',
    tax: 'Imposto',
    year: 'Ano',
    empty: 'Nenhum prêmio neste ano',
    emptyText: 'Quem ganhar mais do que apostou aparece aqui no dia seguinte.',
  },
  blockStates: {
    withdrawing: 'No prazo de retirada',
    paying: 'Sendo devolvido',
    late: 'Devolução atrasada',
    locked: 'Bloqueado pela casa',
    unclaimed: 'Não reclamado',
    paid: 'Devolvido',
    ended: 'Liberado pelo registro',
  },
  blockReasons: {
    socialProgramme: 'Programa social',
    selfExclusion: 'Autoexclusão centralizada',
    creditProgramme: 'Renegociação ou Fies',
    other: 'Outro',
  },
}

export const complianceCallTexts = {
  prizes: { export: 'Exportar prêmios' },
  blockedPlayers: { export: 'Exportar impedidos' },
}
