import { mkdirSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { median } from './pairs.ts'
import { quantile } from './statistics.ts'

/** One pass of a game being played. */
export interface Pass {
  /** Per second, clicks included. */
  fps: number
  /** Per second, from 0.3 s after the last click on, while the game plays by itself. */
  fpsOfPlay: number
  /** Frames that were not drawn within 0.3 s of a click, for each click. */
  lostPerPress: number
  /** Tasks of more than 50 ms, in ms. */
  longTasks: number[]
  /** In ms between one frame and the next. */
  frames: number[]
}

export interface FrameRow {
  game: string
  played: string
  /** In the order in which they were played, interleaved with the other games' passes of the same turn. */
  passes: Pass[]
}

const columns = [
  'game',
  'played',
  'frames a second',
  'in play, after the last press',
  'lost a press',
  'median',
  '95 %',
  'worst',
  'tasks over 50 ms',
]

/** Writes bench/results/frames.json, .md and .svg; returns the table. */
export function reportFrames(rows: readonly FrameRow[], how: string): string {
  const table = [columns, columns.map(() => '---'), ...rows.map(cells)]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n')
  mkdirSync('bench/results', { recursive: true })
  // The plain page shows how much the load of the machine costs.
  const load = loadavg().map((value) => Number(value.toFixed(2)))
  const about = { at: new Date().toISOString(), load, how, rows }
  writeFileSync('bench/results/frames.json', `${JSON.stringify(about)}\n`)
  writeFileSync(
    'bench/results/frames.md',
    `${how}.\nLoad average of the machine: ${load.join(', ')}.\n\n${table}\n`,
  )
  writeFileSync('bench/results/frames.svg', plotFrames(rows))
  return table
}

function cells({ game, played, passes }: FrameRow): string[] {
  const ms = (value: number) => `${value.toFixed(1)} ms`
  const frames = passes.flatMap((pass) => pass.frames).sort((a, b) => a - b)
  const long = passes.flatMap(({ longTasks }) => longTasks)
  const middle = (of: 'fps' | 'fpsOfPlay' | 'lostPerPress') =>
    median(passes.map((pass) => pass[of])).toFixed(1)
  return [
    game,
    played,
    middle('fps'),
    middle('fpsOfPlay'),
    middle('lostPerPress'),
    ms(quantile(frames, 0.5)),
    ms(quantile(frames, 0.95)),
    ms(frames.at(-1) ?? NaN),
    long.length ? `${long.length}, at most ${ms(Math.max(...long))}` : 'none',
  ]
}

/** Every frame of the last pass as a bar; 16.7 ms and 33.3 ms as lines. */
function plotFrames(rows: readonly FrameRow[]): string {
  const [width, height] = [900, 90]
  const y = (ms: number) => 60 - Math.min(ms, 100) * 0.5
  const parts = rows.map(({ game, passes }, index) => {
    const { frames, fps } = passes.at(-1) ?? { frames: [], fps: NaN }
    const step = (width - 140) / Math.max(1, frames.length)
    const bars = frames.map((ms, i) => {
      const x = 130 + i * step
      return `M${x.toFixed(1)} 60V${y(ms).toFixed(1)}`
    })
    const line = (ms: number) => `<path d="M130 ${y(ms)}H${width - 10}" stroke="#f2a51d" stroke-width=".5"/>`
    return `<g transform="translate(0 ${20 + index * height})"><text x="10" y="40">${game}</text><text x="10" y="56" fill="#666">${fps.toFixed(1)} fps</text><path d="${bars.join('')}" stroke="#19a05f" stroke-width="${Math.max(0.4, step * 0.7).toFixed(2)}"/>${line(16.7)}${line(33.3)}</g>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${30 + rows.length * height}" font-family="sans-serif" font-size="13"><rect width="100%" height="100%" fill="#fff"/>${parts.join('')}</svg>\n`
}
