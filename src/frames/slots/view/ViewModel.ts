import { makeAutoObservable, observableRef } from 'mobx'
import { formatMoney } from '#contract/moneyTexts.ts'
import type { Cents } from '#contract/money.ts'
import type { SlotStore } from '../play/SlotStore.ts'
import type { SymbolDrawings } from '../reels/symbolArt.ts'
import type { Sounds } from '../sounds.ts'
import type { Texts } from '../texts/texts.ts'

/** Draws on a canvas for as long as it is on the page: a ref for `<canvas>`, which returns its cleanup. */
export type CanvasRef = (canvas: HTMLCanvasElement) => () => void

/** What does not change while the page is open. */
interface ViewParts {
  game: SlotStore
  /** The name of the game, the same in every language. */
  title: string
  drawings: SymbolDrawings
  /** The picture behind everything, as SVG text. */
  scene: string
  reels: CanvasRef
  coins: CanvasRef
  sounds: Sounds
  /** Asks the host to leave the game, or to open its deposit or support. */
  host: { openSupport(): void; exit(): void; needDeposit(): void }
  /** Whether the player wants no motion. */
  prefersReducedMotion: () => boolean
}

/** What every component of the page reads. */
export class ViewModel {
  texts: Texts
  isSoundOn = false

  constructor(
    texts: Texts,
    readonly parts: ViewParts,
  ) {
    this.texts = texts
    makeAutoObservable(this, { texts: observableRef, parts: false })
  }

  get game(): SlotStore {
    return this.parts.game
  }

  setTexts(texts: Texts): void {
    this.texts = texts
  }

  setSound(on: boolean): void {
    this.isSoundOn = on
    this.parts.sounds.isOn = on
    this.parts.sounds.play('press')
  }

  /** 'R$ 1.234,56' in the player's language. */
  money(value: Cents): string {
    return formatMoney(value, this.game.language)
  }
}
