/** Every kind of bonus that a jurisdiction may forbid ("Jurisdiction profiles" in docs/product.md). */
export const bonusKinds = [
  /** The bonus of a deposit package, also of the first and second deposit. */
  'packages',
  'gift',
  /** The discount on a payment, which is paid as bonus. */
  'discount',
  /** The bonus-multiplier prompt. */
  'multiplier',
  'checkIn',
  /** The weekend cashback. */
  'cashback',
  'ladder',
  /** The other promotions: first deposit, first friend. */
  'promotions',
  /** The bonus of reaching a VIP level. */
  'levels',
] as const

export type BonusKind = (typeof bonusKinds)[number]
