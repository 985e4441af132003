/** The families of records that the regulator (SIGAP) receives, and what each is called there. */
export const reportFamilies = {
  bettors: 'apostadores',
  wallets: 'carteiras',
  operatorDays: 'diarios',
  operatorMonths: 'mensais',
  sportsBets: 'esportivas',
  onlineGames: 'jogos',
} as const
export type ReportFamily = keyof typeof reportFamilies
export const familyNames = Object.keys(reportFamilies) as [ReportFamily, ...ReportFamily[]]

/** What one lot may contain at most. */
export const lotLimits = { records: 7_500, bytes: 3 * 1024 * 1024 } as const

/** Whether a period (YYYY-MM-DD or YYYY-MM) is one of the family's. */
export function isPeriodOf(family: ReportFamily, period: string): boolean {
  return (family === 'operatorMonths' ? /^\d{4}-\d{2}$/ : /^\d{4}-\d{2}-\d{2}$/).test(period)
}
