import type { WinTier } from '#contract/games/winTier.ts'
import { wakeAudio } from '#contract/wakeAudio.ts'

/** Short synthesised sound effects: nothing is downloaded, and nothing plays until the player turns sound on. */
export type Sound = 'press' | 'gem' | 'mine' | 'win' | 'bigWin' | 'tick'

interface Tone {
  wave: OscillatorType
  /** Frequency at the start and at the end, in Hz. */
  from: number
  to: number
  seconds: number
  after?: number
  volume: number
}

const tones: Record<Sound, Tone[]> = {
  press: [{ wave: 'sine', from: 420, to: 360, seconds: 0.05, volume: 0.08 }],
  tick: [{ wave: 'sine', from: 900, to: 880, seconds: 0.03, volume: 0.05 }],
  gem: [
    { wave: 'sine', from: 780, to: 1170, seconds: 0.12, volume: 0.12 },
    { wave: 'triangle', from: 1560, to: 1560, seconds: 0.1, after: 0.06, volume: 0.06 },
  ],
  mine: [
    { wave: 'sawtooth', from: 180, to: 40, seconds: 0.35, volume: 0.16 },
    { wave: 'square', from: 90, to: 30, seconds: 0.4, after: 0.03, volume: 0.08 },
  ],
  win: [
    { wave: 'triangle', from: 523, to: 523, seconds: 0.12, volume: 0.12 },
    { wave: 'triangle', from: 659, to: 659, seconds: 0.12, after: 0.1, volume: 0.12 },
    { wave: 'triangle', from: 784, to: 1046, seconds: 0.24, after: 0.2, volume: 0.12 },
  ],
  bigWin: [
    { wave: 'triangle', from: 523, to: 523, seconds: 0.14, volume: 0.13 },
    { wave: 'triangle', from: 659, to: 659, seconds: 0.14, after: 0.12, volume: 0.13 },
    { wave: 'triangle', from: 784, to: 784, seconds: 0.14, after: 0.24, volume: 0.13 },
    { wave: 'triangle', from: 1046, to: 1046, seconds: 0.3, after: 0.36, volume: 0.13 },
    { wave: 'sine', from: 1568, to: 2093, seconds: 0.5, after: 0.5, volume: 0.09 },
    { wave: 'sine', from: 2093, to: 2637, seconds: 0.6, after: 0.75, volume: 0.06 },
  ],
}

/** How a decided round sounds. */
export const winSounds: Readonly<Record<WinTier, Sound>> = {
  none: 'tick',
  back: 'tick',
  win: 'win',
  big: 'bigWin',
  huge: 'bigWin',
}

let context: AudioContext | undefined
/** A fraction. */
let loudness = 1

/** `volume` in percent: of the installation, below the player's own choice. */
export function setVolume(volume: number): void {
  loudness = volume / 100
}

/** Plays an effect. Call it from a press handler: browsers allow no other first sound. */
export function playSound(sound: Sound): void {
  if (loudness === 0) return
  context ??= new AudioContext()
  wakeAudio(context, document)
  const start = context.currentTime
  for (const tone of tones[sound]) {
    const oscillator = context.createOscillator()
    const gain = context.createGain()
    const at = start + (tone.after ?? 0)
    oscillator.type = tone.wave
    oscillator.frequency.setValueAtTime(tone.from, at)
    oscillator.frequency.exponentialRampToValueAtTime(tone.to, at + tone.seconds)
    gain.gain.setValueAtTime(tone.volume * loudness, at)
    gain.gain.exponentialRampToValueAtTime(0.0001, at + tone.seconds)
    oscillator.connect(gain).connect(context.destination)
    oscillator.start(at)
    oscillator.stop(at + tone.seconds)
  }
}
