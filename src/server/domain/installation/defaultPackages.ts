import type { PackageKind } from '#contract/http/order.ts'

interface DefaultPackage {
  kind: PackageKind
  /** Whole reais. */
  price: number
  /** Reais: below what the principal, staked once, costs on average (tests/unit/contract/rules/gameEdge.test.ts). */
  bonus: number
}

/** The deposit packages of a new database; later starts keep the operator's changes. */
export const defaultPackages: readonly DefaultPackage[] = [
  { kind: 'BRL', price: 20, bonus: 0 },
  { kind: 'BRL', price: 50, bonus: 0 },
  { kind: 'BRL', price: 100, bonus: 0.15 },
  { kind: 'BRL', price: 200, bonus: 0.3 },
  { kind: 'BRL', price: 500, bonus: 0.75 },
  { kind: 'BRL', price: 1000, bonus: 1.5 },
  { kind: 'EXTPAY', price: 2000, bonus: 3 },
  { kind: '', price: 5000, bonus: 7.5 },
  // Welcome bonus of the first deposit, and the offer of the second deposit.
  { kind: 'FCBRL', price: 20, bonus: 0.05 },
  { kind: 'BTBRL', price: 50, bonus: 0.1 },
  // Offered in a game when the balance runs low; the client shows four.
  { kind: 'INSBRL', price: 10, bonus: 0 },
  { kind: 'INSBRL', price: 20, bonus: 0 },
  { kind: 'INSBRL', price: 50, bonus: 0 },
  { kind: 'INSBRL', price: 100, bonus: 0.15 },
  { kind: 'INSBRL', price: 200, bonus: 0.3 },
  // The bonus-multiplier prompt; the client shows the first package. Its bonus is that of the offer.
  { kind: 'EXPPAY', price: 50, bonus: 0 },
  { kind: 'EXPPAY', price: 100, bonus: 0 },
]
