import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { commonNow, type Clock } from '../../../time/clock.ts'
import type { FeedMessage, FeedProvider, FeedRun } from '../FeedProvider.ts'
import { recordedSchema, type Recorded } from '../messages.schema.ts'
import type { ReplaySettings } from './settings.ts'

/** How often the clock is looked at, in ms: QA may move it. */
const lookMs = 50
/** So many messages are told at once at most. */
const mostAtOnce = 2_000

const positionSchema = z.object({ startedAt: z.number(), told: z.number().int().nonnegative() })

/**
 * Tells a recording again, at any speed. Its times move with it: what was told first happens when it begins. Where a process
 * stops, the next one goes on.
 */
export class ReplayProvider implements FeedProvider {
  readonly name = 'replay'
  readonly isReal = false
  readonly #settings: ReplaySettings
  readonly #clock: Clock

  constructor(settings: ReplaySettings, clock: Clock) {
    this.#settings = settings
    this.#clock = clock
  }

  async run({ sink, position, signal }: FeedRun): Promise<void> {
    const last = positionSchema.safeParse(position)
    const startedAt = last.success ? last.data.startedAt : commonNow(this.#clock).getTime()
    const skipped = last.success ? last.data.told : 0
    let recordedFrom: number | undefined
    let told = 0
    let due: FeedMessage[] = []
    const tell = async () => {
      if (due.length > 0) await sink.take(due, { startedAt, told })
      due = []
    }
    for await (const { at, tell: message } of recordingOf(this.#settings.files)) {
      recordedFrom ??= at
      const origin = recordedFrom
      const moved = (time: number) => Math.round(startedAt + (time - origin) / this.#settings.speed)
      told++
      if (told <= skipped) continue
      while (!signal.aborted && commonNow(this.#clock).getTime() < moved(at)) {
        told--
        await tell()
        told++
        sink.alive()
        await pause(Math.min(lookMs, Math.max(1, moved(at) - commonNow(this.#clock).getTime())))
      }
      if (signal.aborted) return
      due.push(movedMessage(message, moved))
      if (due.length >= mostAtOnce) await tell()
    }
    await tell()
    // The recording is over, but its matches are not forgotten: the last results stand.
    while (!signal.aborted) {
      sink.alive()
      await pause(lookMs)
    }
  }
}

async function* recordingOf(files: readonly string[]): AsyncGenerator<Recorded> {
  for (const file of files) {
    let number = 0
    for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
      number++
      if (line.trim() === '') continue
      yield readLine(line, `${file}:${number}`)
    }
  }
}

function readLine(line: string, place: string): Recorded {
  try {
    return recordedSchema.parse(JSON.parse(line))
  } catch (cause) {
    throw new Error(`the recording cannot be read at ${place}`, { cause })
  }
}

/** The message with its times moved. */
function movedMessage(message: FeedMessage, moved: (time: number) => number): FeedMessage {
  switch (message.kind) {
    case 'fixture':
      return { ...message, startsAt: moved(message.startsAt) }
    case 'state':
      return message.periodSince === undefined
        ? message
        : { ...message, periodSince: moved(message.periodSince) }
    case 'betCancel':
    case 'betRestore': {
      const { from, until } = message
      return {
        ...message,
        ...(from !== undefined && { from: moved(from) }),
        ...(until !== undefined && { until: moved(until) }),
      }
    }
    case 'markets':
      return message
  }
}
