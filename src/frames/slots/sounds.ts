import type { WinTier } from '#contract/games/winTier.ts'
import { wakeAudio } from '#contract/wakeAudio.ts'

export type Sound = 'press' | 'spin' | 'stop' | 'expect' | 'free' | 'freeEnd'

interface Tone {
  wave: OscillatorType
  /** Frequency at the start and at the end, in Hz. */
  from: number
  to: number
  seconds: number
  /** Delay in seconds. */
  after?: number
  /** 0 to 1. */
  volume: number
}

const tone = (
  wave: OscillatorType,
  from: number,
  to: number,
  seconds: number,
  volume: number,
  after = 0,
): Tone => ({
  wave,
  from,
  to,
  seconds,
  volume,
  after,
})

/** The notes, in Hz, one after the other, each for `seconds`. */
const melody = (notes: number[], seconds: number, volume: number): Tone[] =>
  notes.flatMap((note, at) => [
    tone('triangle', note, note, seconds * 1.7, volume, at * seconds),
    tone('sine', note * 2, note * 2, seconds, volume * 0.35, at * seconds),
  ])

const tones: Record<Sound, Tone[]> = {
  press: [tone('sine', 420, 360, 0.05, 0.07)],
  spin: [tone('sawtooth', 70, 190, 0.22, 0.035), tone('sine', 140, 320, 0.2, 0.05)],
  stop: [tone('sine', 150, 60, 0.11, 0.2), tone('square', 90, 50, 0.04, 0.04)],
  expect: [tone('triangle', 330, 880, 0.85, 0.06), tone('sine', 165, 440, 0.85, 0.06)],
  free: melody([523, 659, 784, 1046, 784, 1046], 0.13, 0.12),
  freeEnd: melody([784, 1046, 1318], 0.16, 0.12),
}

/** A payout of at most the stake is not a win and gets no melody. */
const wins: Record<WinTier, Tone[]> = {
  none: [],
  back: [tone('sine', 520, 500, 0.08, 0.05)],
  win: melody([659, 784, 1046], 0.09, 0.1),
  big: melody([523, 659, 784, 1046, 1318, 1046, 1318], 0.12, 0.12),
  huge: melody([523, 659, 784, 1046, 784, 1046, 1318, 1568, 1318, 1568, 2093], 0.13, 0.13),
}

/** Short synthesised effects. Nothing is downloaded, and nothing is heard until the player turns the sound on. */
export class Sounds {
  isOn = false
  isPaused = false
  /** Of the installation, in percent. */
  volume = 100
  #context: AudioContext | undefined

  play(sound: Sound): void {
    this.#schedule(tones[sound])
  }

  win(tier: WinTier): void {
    this.#schedule(wins[tier])
  }

  #schedule(all: readonly Tone[]): void {
    if (!this.isOn || this.isPaused || this.volume === 0 || all.length === 0) return
    const context = (this.#context ??= new AudioContext())
    wakeAudio(context, document)
    for (const { wave, from, to, seconds, after = 0, volume } of all) {
      const oscillator = context.createOscillator()
      const gain = context.createGain()
      const at = context.currentTime + after
      oscillator.type = wave
      oscillator.frequency.setValueAtTime(from, at)
      oscillator.frequency.exponentialRampToValueAtTime(to, at + seconds)
      gain.gain.setValueAtTime((volume * this.volume) / 100, at)
      gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds)
      oscillator.connect(gain).connect(context.destination)
      oscillator.start(at)
      oscillator.stop(at + seconds)
    }
  }
}
