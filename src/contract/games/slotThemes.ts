/**
 * The mathematics of the four slots: docs/product.md, "Slot engine". Here a symbol is a letter; the drawings are in
 * src/frames/slots.
 */

/** The codes of the slots in the catalogue. */
export const slotCodes = ['frutas-do-brasil', 'ouro-da-serra', 'carnaval', 'amazonia'] as const
export type SlotCode = (typeof slotCodes)[number]

export function isSlotCode(code: string): code is SlotCode {
  return (slotCodes as readonly string[]).includes(code)
}

/** A to D pay most, best first; E to H pay less. W is the wild, S the scatter. */
export const slotSymbols = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'W', 'S'] as const
export type SlotSymbol = (typeof slotSymbols)[number]
export type LineSymbol = Exclude<SlotSymbol, 'S'>

/** Values for 3, 4 and 5 of a kind. */
export type ThreeFourFive = readonly [three: number, four: number, five: number]

export interface SlotTheme {
  code: SlotCode
  /**
   * Five strips of 32 symbols. 32 divides the 2^32 values of a float, so every stop is exactly equally likely. Two
   * scatters are at least three positions apart, so a reel shows at most one.
   */
  strips: readonly [string, string, string, string, string]
  /** What a line pays, in units: twentieths of the stake, which is the stake of one line. */
  pays: Readonly<Record<LineSymbol, ThreeFourFive>>
  /** Multiplies a line's pay if a wild substitutes for its symbol. */
  wildFactor: 1 | 2
  /** What scatters anywhere on the board pay, in units. */
  scatterPays: ThreeFourFive
  freeSpins: {
    /** Free spins for 3, 4 and 5 scatters. */
    awards: ThreeFourFive
    /** Multiplies the win of a free spin. */
    factor: 2 | 3
    /** Scatters in free spins award further ones. */
    retrigger: boolean
    /** Maximum free spins of a round; it limits the floats that a round uses. */
    cap: number
  }
}

export const slotThemes: Readonly<Record<SlotCode, SlotTheme>> = {
  /** Low volatility: small wins, often. */
  'frutas-do-brasil': {
    code: 'frutas-do-brasil',
    strips: [
      'WGGADBFFHHSDHHEECDCGGFFEEHHGFBCA',
      'BCFGCEESBGGDFFDHHDHHGGAFFWHCWEEA',
      'DCFFEEBWCWDGGHCHHGGHHWFFABADSEES',
      'GFFHHEEHABADEEFFCHHWSGGBDWCDGGBC',
      'SEEFFAGHHAFDBCEECWFFGGBHGGDBHHDC',
    ],
    pays: {
      A: [40, 120, 500],
      B: [30, 100, 300],
      C: [20, 60, 200],
      D: [16, 50, 150],
      E: [11, 28, 90],
      F: [8, 20, 70],
      G: [7, 15, 60],
      H: [6, 12, 50],
      W: [60, 250, 1000],
    },
    wildFactor: 1,
    scatterPays: [40, 200, 1000],
    freeSpins: { awards: [8, 12, 20], factor: 2, retrigger: true, cap: 40 },
  },
  /** High volatility: high pays, stacked gold; free spins pay threefold and are awarded once. */
  'ouro-da-serra': {
    code: 'ouro-da-serra',
    strips: [
      'BBFFHHSEEFFFWHHHAAEEGGGECCCGGDDD',
      'WEEHHHFFEEGGCCCSDDDBGGGBBAAHHFFF',
      'FFFWFWGGGBBSEESDDDGGCCCEEHHAAHHH',
      'GGSFFEEHHBBGGGFFFCCCWAADDDWHHHEE',
      'BBGGGAACCCHHWEFFEEFFFDDDSEEGGHHH',
    ],
    pays: {
      A: [50, 300, 2000],
      B: [30, 150, 800],
      C: [20, 80, 400],
      D: [15, 60, 250],
      E: [8, 30, 120],
      F: [7, 25, 100],
      G: [5, 20, 80],
      H: [5, 20, 80],
      W: [100, 500, 5000],
    },
    wildFactor: 1,
    scatterPays: [40, 200, 2000],
    freeSpins: { awards: [10, 15, 25], factor: 3, retrigger: false, cap: 25 },
  },
  /** No wild on the first reel, three on each of the middle ones; many free spins. */
  carnaval: {
    code: 'carnaval',
    strips: [
      'GGBEEBCEEHHHDDDFFSHHFAAFFCBEGGGC',
      'WHHHFFAASCGGGEEGDDDWCEESFFBHHBWC',
      'FFCBAADDDGGGSWCHHGGEEWHHHFFEEBCW',
      'WAACHHHBSEEFFGGGSHHDDDWGCEEBWFFC',
      'CHHEEFCGGGAAEEFFBCSFFGGHHHBWDDDB',
    ],
    pays: {
      A: [40, 150, 800],
      B: [20, 90, 350],
      C: [15, 50, 200],
      D: [12, 40, 150],
      E: [8, 25, 100],
      F: [6, 20, 80],
      G: [5, 15, 60],
      H: [5, 12, 50],
      W: [80, 300, 2000],
    },
    wildFactor: 1,
    scatterPays: [40, 200, 1000],
    freeSpins: { awards: [8, 10, 15], factor: 2, retrigger: true, cap: 50 },
  },
  /** A wild doubles what its line pays. */
  amazonia: {
    code: 'amazonia',
    strips: [
      'EEBBHHHCECCGEEGGAAFFGGSHHDDWDFFF',
      'GGCCDHHHEESFFDDAABBGGFFFGWHHEESC',
      'AAEECCWHHBBGGFFFDDEESGCGGWHHHDSF',
      'GGAAFFGGDDHHGDCCHHHEECCFFFEESBBW',
      'DAAHHHWFFFCEEGGFFBBSGGEGCCDDHHEE',
    ],
    pays: {
      A: [40, 150, 750],
      B: [25, 100, 400],
      C: [15, 60, 250],
      D: [12, 40, 150],
      E: [6, 20, 80],
      F: [5, 15, 60],
      G: [4, 12, 50],
      H: [4, 10, 40],
      W: [100, 400, 2500],
    },
    wildFactor: 2,
    scatterPays: [40, 200, 1000],
    freeSpins: { awards: [8, 10, 15], factor: 2, retrigger: true, cap: 40 },
  },
}
