import type { SlotCode } from '#contract/games/slots.ts'
import type { SymbolDrawings } from './reels/symbolArt.ts'

export interface ThemeLook {
  /** The game's name above the reels, the same in every language. */
  title: string
  /** The light on wins and on anticipated reels: `#` and six hexadecimal digits. */
  accent: string
  /** The stops of the reels before the first spin: every symbol is visible, and nothing wins. */
  stops: readonly number[]
  art: () => Promise<{ default: { drawings: SymbolDrawings; scene: string } }>
}

/** The look of the four games. Their colours are in themes.css, their mathematics in the contract. */
export const themeLooks: Readonly<Record<SlotCode, ThemeLook>> = {
  'frutas-do-brasil': {
    title: 'Frutas do Brasil',
    accent: '#ff3d5e',
    stops: [24, 25, 23, 20, 10],
    art: () => import('./art/frutas-do-brasil/index.ts'),
  },
  'ouro-da-serra': {
    title: 'Ouro da Serra',
    accent: '#ffcf4d',
    stops: [5, 22, 18, 22, 12],
    art: () => import('./art/ouro-da-serra/index.ts'),
  },
  carnaval: {
    title: 'Carnaval',
    accent: '#ff7ad0',
    stops: [17, 15, 29, 2, 4],
    art: () => import('./art/carnaval/index.ts'),
  },
  amazonia: {
    title: 'Amazônia',
    accent: '#b8ff5a',
    stops: [27, 31, 0, 28, 28],
    art: () => import('./art/amazonia/index.ts'),
  },
}
