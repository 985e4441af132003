/** What each permission allows, by its name. */
export const permissions = {
  permissions: {
    session: {
      own: 'Usar a própria conta',
    },
    players: {
      read: 'Ver jogadores',
      note: 'Anotar sobre jogadores',
      changeStatus: 'Suspender, fechar e reabrir contas',
      changeLimits: 'Mudar limites de um jogador',
      endSessions: 'Encerrar sessões de um jogador',
      readDocuments: 'Ver documentos de um jogador',
      exportData: 'Exportar os dados de um jogador',
      erase: 'Apagar os dados de um jogador',
    },
    blockedPlayers: {
      read: 'Ver jogadores que constam do registro de impedidos',
    },
    exclusions: {
      lift: 'Encerrar exclusões feitas por outra pessoa',
    },
    withdrawals: {
      read: 'Ver retiradas',
      decide: 'Aprovar, segurar e recusar retiradas',
    },
    deposits: {
      read: 'Ver depósitos',
    },
    reconciliation: {
      read: 'Ver a conciliação',
      resolve: 'Resolver diferenças da conciliação',
    },
    adjustments: {
      read: 'Ver ajustes',
      make: 'Fazer ajustes de saldo',
    },
    risk: {
      read: 'Ver riscos',
      stop: 'Parar mercados, partidas, ligas e jogos',
      changeRules: 'Mudar regras de risco',
    },
    laundering: {
      decide: 'Decidir sobre suspeitas de lavagem',
    },
    sports: {
      read: 'Ver esportes',
      changeLimits: 'Mudar margem e limites de esportes',
      changeNames: 'Mudar nomes de ligas e times',
      settle: 'Lançar e corrigir resultados',
      void: 'Anular mercados',
    },
    games: {
      read: 'Ver jogos',
      change: 'Ligar, desligar e ordenar jogos',
    },
    content: {
      read: 'Ver conteúdo',
      change: 'Mudar conteúdo',
    },
    rewards: {
      change: 'Dar presentes e descontos',
    },
    support: {
      read: 'Ver conversas',
      answer: 'Responder conversas',
    },
    mails: {
      read: 'Ver e-mails enviados',
    },
    terminals: {
      read: 'Ver terminais',
      change: 'Cadastrar e revogar terminais',
    },
    vouchers: {
      read: 'Ver vouchers',
      issue: 'Emitir vouchers',
    },
    releases: {
      read: 'Ver versões',
    },
    reports: {
      read: 'Ver relatórios',
      export: 'Exportar relatórios',
    },
    regulator: {
      read: 'Ver os arquivos do regulador',
      send: 'Gerar, baixar e enviar arquivos do regulador',
    },
    staff: {
      read: 'Ver a equipe',
      change: 'Convidar e mudar a equipe',
    },
    audit: {
      read: 'Ver a auditoria',
      export: 'Exportar a auditoria',
    },
    settings: {
      read: 'Ver configurações',
      change: 'Mudar configurações',
    },
  },
}
