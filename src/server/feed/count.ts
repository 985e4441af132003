/** Points, a corner or a set won. */
export interface Count {
  /** Ms since kick-off. */
  at: number
  side: 'home' | 'away'
  points: number
  play: number
}
