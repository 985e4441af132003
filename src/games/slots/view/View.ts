import { makeAutoObservable, observableRef } from 'mobx'
import type { Cents } from '#contract/money.ts'
import type { SlotStore } from '../play/SlotStore.ts'
import type { SymbolDrawings } from '../reels/symbolArt.ts'
import type { Sounds } from '../sounds.ts'
import { formatMoney } from '../texts/format.ts'
import { fill, type Texts } from '../texts/texts.ts'

/** What every part of the page is built from. */
export class View {
  texts: Texts
  isSoundOn = false

  constructor(
    texts: Texts,
    readonly game: SlotStore,
    readonly drawings: SymbolDrawings,
    readonly sounds: Sounds,
    readonly host: { openSupport(): void; exit(): void; needDeposit(): void },
    readonly isStill: () => boolean,
  ) {
    this.texts = texts
    makeAutoObservable(this, {
      texts: observableRef,
      game: false,
      drawings: false,
      sounds: false,
      host: false,
      isStill: false,
    })
  }

  setTexts(texts: Texts): void {
    this.texts = texts
  }

  setSound(on: boolean): void {
    this.isSoundOn = on
    this.sounds.isOn = on
    this.sounds.play('press')
  }

  money(value: Cents): string {
    return formatMoney(value, this.game.spoken)
  }

  fill(text: string, values: Readonly<Record<string, string | number>>): string {
    return fill(text, values)
  }
}
