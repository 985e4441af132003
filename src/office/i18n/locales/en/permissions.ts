import type { permissions as original } from '../pt-BR/permissions.ts'

export const permissions: typeof original = {
  permissions: {
    session: {
      own: "Use one's own account",
    },
    players: {
      read: 'See players',
      note: 'Write notes on players',
      changeStatus: 'Suspend, close and reopen accounts',
      changeLimits: "Change a player's limits",
      endSessions: "End a player's sessions",
      readDocuments: "See a player's documents",
      exportData: "Export a player's data",
      erase: "Erase a player's data",
    },
    blockedPlayers: {
      read: 'See players whom the register of blocked persons names',
    },
    exclusions: {
      lift: 'Lift exclusions that somebody else began',
    },
    withdrawals: {
      read: 'See withdrawals',
      decide: 'Approve, hold and refuse withdrawals',
    },
    deposits: {
      read: 'See deposits',
    },
    reconciliation: {
      read: 'See the reconciliation',
      resolve: 'Resolve reconciliation differences',
    },
    adjustments: {
      read: 'See adjustments',
      make: 'Adjust balances',
    },
    risk: {
      read: 'See risks',
      stop: 'Stop markets, matches, leagues and games',
      changeRules: 'Change risk rules',
    },
    laundering: {
      decide: 'Decide about suspicions of money laundering',
    },
    sports: {
      read: 'See sports',
      changeLimits: 'Change margin and limits of sports',
      changeNames: 'Change names of leagues and teams',
      settle: 'Enter and correct results',
      void: 'Void markets',
    },
    games: {
      read: 'See games',
      change: 'Turn games on and off and order them',
    },
    content: {
      read: 'See content',
      change: 'Change content',
    },
    rewards: {
      change: 'Give gifts and discounts',
    },
    support: {
      read: 'See conversations',
      answer: 'Answer conversations',
    },
    mails: {
      read: 'See mails that were sent',
    },
    terminals: {
      read: 'See terminals',
      change: 'Enrol and revoke terminals',
    },
    vouchers: {
      read: 'See vouchers',
      issue: 'Issue vouchers',
    },
    releases: {
      read: 'See releases',
    },
    reports: {
      read: 'See reports',
      export: 'Export reports',
    },
    regulator: {
      read: "See the regulator's files",
      send: "Make, download and send the regulator's files",
    },
    staff: {
      read: 'See the staff',
      change: 'Invite and change staff',
    },
    audit: {
      read: 'See the audit',
      export: 'Export the audit',
    },
    settings: {
      read: 'See settings',
      change: 'Change settings',
    },
  },
}
