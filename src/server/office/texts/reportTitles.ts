import type { HouseColumn } from '#contract/office/reports.ts'
import type { OfficeLanguage } from '#contract/office/session.ts'

type Title = Record<OfficeLanguage, string>

/** Titles of the columns in files; the client's dictionaries have those of its tables. */
const columnTitles: Record<HouseColumn, Title> = {
  ngrCents: { 'pt-BR': 'NGR', en: 'NGR' },
  ggrCents: { 'pt-BR': 'GGR', en: 'GGR' },
  taxBaseCents: { 'pt-BR': 'Base do imposto', en: 'Tax base' },
  placed: { 'pt-BR': 'Apostas feitas', en: 'Bets placed' },
  placedCents: { 'pt-BR': 'Valor apostado', en: 'Amount bet' },
  settled: { 'pt-BR': 'Apostas decididas', en: 'Bets decided' },
  cashStakesCents: { 'pt-BR': 'Apostas decididas, saldo real', en: 'Stakes, cash' },
  cashPayoutsCents: { 'pt-BR': 'Prêmios, saldo real', en: 'Payouts, cash' },
  bonusStakesCents: { 'pt-BR': 'Apostas decididas, bônus', en: 'Stakes, bonus' },
  bonusPayoutsCents: { 'pt-BR': 'Prêmios, bônus', en: 'Payouts, bonus' },
  correctionsCents: { 'pt-BR': 'Correções pagas', en: 'Corrections paid' },
  refundsCents: { 'pt-BR': 'Apostas devolvidas', en: 'Stakes given back' },
  actives: { 'pt-BR': 'Ativos', en: 'Actives' },
  bonusCostCents: { 'pt-BR': 'Custo de bônus', en: 'Bonus cost' },
  taxCents: { 'pt-BR': 'Imposto', en: 'Tax' },
  depositsCents: { 'pt-BR': 'Depósitos', en: 'Deposits' },
  depositCount: { 'pt-BR': 'Número de depósitos', en: 'Number of deposits' },
  vouchersCents: { 'pt-BR': 'Vouchers', en: 'Vouchers' },
  withdrawalsCents: { 'pt-BR': 'Retiradas', en: 'Withdrawals' },
  withdrawalCount: { 'pt-BR': 'Número de retiradas', en: 'Number of withdrawals' },
  feesCents: { 'pt-BR': 'Taxas', en: 'Fees' },
  debtsCents: { 'pt-BR': 'Dívidas de jogadores', en: 'Debts of players' },
  adjustmentsCents: { 'pt-BR': 'Ajustes', en: 'Adjustments' },
  registrations: { 'pt-BR': 'Cadastros', en: 'Registrations' },
  firstDeposits: { 'pt-BR': 'Primeiros depósitos', en: 'First deposits' },
  firstDepositCents: { 'pt-BR': 'Valor dos primeiros depósitos', en: 'Amount of first deposits' },
  cashLiabilityCents: { 'pt-BR': 'Saldo real dos jogadores', en: 'Cash of players' },
  bonusLiabilityCents: { 'pt-BR': 'Bônus dos jogadores', en: 'Bonus of players' },
  heldWithdrawalsCents: {
    'pt-BR': 'Retiradas em andamento e prêmios suspensos',
    en: 'Withdrawals on their way and suspended prizes',
  },
  openRoundsCents: { 'pt-BR': 'Rodadas abertas', en: 'Open rounds' },
  openTicketsCents: { 'pt-BR': 'Bilhetes abertos', en: 'Open tickets' },
}

export const reportTitles = {
  starts: { 'pt-BR': 'Início', en: 'From' },
  brand: { 'pt-BR': 'Marca', en: 'Brand' },
  currency: { 'pt-BR': 'Moeda', en: 'Currency' },
  product: { 'pt-BR': 'Produto', en: 'Product' },
  game: { 'pt-BR': 'Código', en: 'Code' },
  name: { 'pt-BR': 'Nome', en: 'Name' },
  provider: { 'pt-BR': 'Fornecedor', en: 'Provider' },
  kind: { 'pt-BR': 'Tipo', en: 'Kind' },
  detail: { 'pt-BR': 'Detalhe', en: 'Detail' },
  count: { 'pt-BR': 'Número', en: 'Number' },
  amount: { 'pt-BR': 'Valor', en: 'Amount' },
} as const satisfies Record<string, Title>

export function columnTitle(name: string): Title {
  const title = (columnTitles as Partial<Record<string, Title>>)[name]
  if (!title) throw new Error(`no title of the column ${name}`)
  return title
}
