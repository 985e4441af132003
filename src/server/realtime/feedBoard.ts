import type { Server, Socket } from 'socket.io'
import { z } from 'zod'
import { mostWatchedPages } from '#contract/rules/boardPages.ts'
import { sports, type Sport } from '#contract/rules/sports.ts'
import type { AppDeps } from '../deps.ts'
import type { Feed, FeedMatch } from '../feed/Feed.ts'
import type { FeedSource } from '../feed/FeedSource.ts'
import { listMatches, matchesOfPage, type ListQuery, type MatchList } from '../feed/listMatches.ts'
import type { MatchWire } from '#contract/http/sports.ts'
import { changeOfMatch, presentMatch } from '../presenters/match.ts'

/**
 * Changes of time alone are sent this often, in ms. A client gets at most one packet per tick for each page of the board that it
 * shows, and one for a match.
 */
const tickMs = 500
/** What a provider tells waits no longer than this for what comes next, in ms. */
const changeMs = 25
/** Longer than a client needs between loading a list and watching it, in ms. */
const recentMs = 60_000

type Outgoing = Record<string, (payload: unknown) => void>
type Watcher = Pick<Socket<Outgoing, Outgoing>, 'id' | 'join' | 'leave' | 'emit' | 'rooms'>
type Rooms = Pick<Server<Outgoing, Outgoing>, 'of' | 'to'>

const watchSchema = z.object({
  sport: z.enum(sports).nullable(),
  matchId: z.string().min(1).max(64).nullable(),
  pages: z.number().int().min(1).max(mostWatchedPages).optional(),
  changes: z.boolean().optional(),
})

/** The lists of one run: the pages of a sport are cut from the same one. */
class Lists {
  readonly now: Date
  readonly #feed: Feed
  readonly #made = new Map<string, MatchList>()

  constructor(feed: Feed, now: Date) {
    this.#feed = feed
    this.now = now
  }

  page(query: ListQuery, page: number): FeedMatch[] {
    const key = `${query.sport} ${query.when}`
    const list = this.#made.get(key) ?? listMatches(this.#feed, query, this.now)
    this.#made.set(key, list)
    return matchesOfPage(list, page)
  }
}

/** A subscription: a page of the matches of a sport, or one match with all its markets. */
interface Room {
  name: string
  list: (lists: Lists) => FeedMatch[]
  shown: 'main' | 'all'
  /** Of one match, sent whole once and then its changes: as it was sent last. */
  last?: MatchWire | undefined
  isOfChanges?: boolean
}

/**
 * Sends changed matches to the clients that watch them (`feed:watch`), page by page as the board shows them. It runs only while somebody watches, by the clock and
 * when the source of the matches says that something has changed, and sends the current state: two changes between two runs are sent once. A new watcher is sent everything
 * that may have changed since it loaded the list.
 */
export class FeedBoard {
  readonly #deps: Pick<AppDeps, 'feed' | 'clock'>
  readonly #io: Rooms
  readonly #report: (error: unknown) => void
  readonly #onChange: FeedSource['onChange']
  /** By room: the version in which each match was last sent. */
  readonly #sent = new Map<string, Map<string, number>>()
  /** The rooms that somebody is in. */
  readonly #rooms = new Map<string, Room>()
  /** By room: sockets that have not been sent the room's matches yet. */
  readonly #newSockets = new Map<string, Set<string>>()
  #timer: NodeJS.Timeout | undefined
  #soon: NodeJS.Timeout | undefined
  #stopListening: (() => void) | undefined

  constructor(
    deps: Pick<AppDeps, 'feed' | 'clock'>,
    {
      io,
      report,
      onChange,
    }: { io: Rooms; report: (error: unknown) => void; onChange?: FeedSource['onChange'] },
  ) {
    this.#deps = deps
    this.#io = io
    this.#report = report
    this.#onChange = onChange
  }

  /** Replaces the subscriptions of this socket; an invalid payload is ignored. */
  watch(socket: Watcher, payload: unknown): void {
    const watched = watchSchema.safeParse(payload)
    if (!watched.success) return
    const { sport, matchId, pages = 1, changes = false } = watched.data
    const rooms = [
      ...(sport === null ? [] : Array.from({ length: pages }, (_, index) => sportRoom(sport, index + 1))),
      ...(matchId === null ? [] : [changes ? changesRoom(matchId) : matchRoom(matchId)]),
    ]
    for (const room of [...socket.rooms].filter((name) => isFeedRoom(name) && !rooms.includes(name))) {
      void socket.leave(room)
      this.#newSockets.get(room)?.delete(socket.id)
    }
    for (const room of rooms.filter((name) => !socket.rooms.has(name))) {
      void socket.join(room)
      this.#newSockets.set(room, (this.#newSockets.get(room) ?? new Set()).add(socket.id))
    }
    if (rooms.length > 0) this.#start()
  }

  stop(): void {
    clearInterval(this.#timer)
    clearTimeout(this.#soon)
    this.#stopListening?.()
    this.#timer = undefined
    this.#soon = undefined
    this.#stopListening = undefined
  }

  #start(): void {
    if (this.#timer) return
    this.#timer = setInterval(() => this.#run(), tickMs).unref()
    this.#stopListening = this.#onChange?.(() => {
      this.#soon ??= setTimeout(() => {
        this.#soon = undefined
        this.#run()
      }, changeMs).unref()
    })
  }

  #run(): void {
    try {
      this.#tick()
    } catch (error) {
      this.#report(error)
    }
  }

  #tick(): void {
    const { rooms } = this.#io.of('/').adapter
    for (const kept of [this.#sent, this.#newSockets, this.#rooms])
      for (const name of kept.keys()) if (!rooms.has(name)) kept.delete(name)
    const lists = new Lists(this.#deps.feed, this.#deps.clock.now())
    let isWatched = false
    // Each socket is in a room of its own, too.
    for (const name of rooms.keys()) {
      if (!isFeedRoom(name)) continue
      isWatched = true
      this.#send(this.#roomOf(name), lists)
    }
    if (!isWatched) this.stop()
  }

  #send(room: Room, lists: Lists): void {
    const { feed } = this.#deps
    const { now } = lists
    const sent = this.#sent.get(room.name)
    const newSockets = [...(this.#newSockets.get(room.name) ?? [])]
    const matches = room.list(lists)
    // Nearly every change is about what others watch.
    if (sent && newSockets.length === 0 && isAsSent(sent, matches)) return
    const listed = new Set(matches.map(({ id }) => id))
    // A finished match leaves the list, so its final state is sent once more.
    const finished = [...(sent?.keys() ?? [])]
      .filter((id) => !listed.has(id))
      .flatMap((id) => feed.match(id, now) ?? [])
    const changed = sent
      ? [...matches, ...finished].filter(({ id, version }) => sent.get(id) !== version)
      : []
    const present = (list: FeedMatch[]) => list.map((match) => presentMatch(feed, match, now, room.shown))
    const others = this.#io.to(room.name).except(newSockets)
    if (room.isOfChanges) {
      const [match] = present([...matches, ...finished])
      const change = match && room.last && changeOfMatch(room.last, match)
      if (change) others.emit('feed:changes', change)
      else if (changed.length > 0) others.emit('feed:matches', { matches: match ? [match] : [] })
      room.last = match
    } else if (changed.length > 0) others.emit('feed:matches', { matches: present(changed) })
    if (newSockets.length > 0) {
      // Prices do not change before kick-off, so a client that has just loaded them is up to date.
      const mayHaveChanged = ({ isLive, version }: FeedMatch) => isLive || now.getTime() - version < recentMs
      const possiblyChanged = room.shown === 'all' ? matches : matches.filter(mayHaveChanged)
      if (possiblyChanged.length > 0)
        this.#io.to(newSockets).emit('feed:matches', { matches: present(possiblyChanged) })
      this.#newSockets.delete(room.name)
    }
    this.#sent.set(room.name, new Map(matches.map(({ id, version }) => [id, version])))
  }

  #roomOf(name: string): Room {
    const room = this.#rooms.get(name) ?? this.#newRoom(name)
    this.#rooms.set(name, room)
    return room
  }

  #newRoom(name: string): Room {
    const { feed } = this.#deps
    const [, code, number = '1'] = /^feed:sport:(\w+)(?::(\d+))?$/.exec(name) ?? []
    const sport = sports.find((each) => each === code)
    if (sport) {
      const page = Number(number)
      return {
        name,
        shown: 'main',
        list: (lists) => [
          ...lists.page({ sport, when: 'live' }, page),
          ...lists.page({ sport, when: 'upcoming' }, page),
        ],
      }
    }
    const isOfChanges = name.startsWith(changesRoom(''))
    const id = name.slice((isOfChanges ? changesRoom('') : matchRoom('')).length)
    return { name, shown: 'all', isOfChanges, list: ({ now }) => [feed.match(id, now) ?? []].flat() }
  }
}

function isAsSent(sent: ReadonlyMap<string, number>, matches: readonly FeedMatch[]): boolean {
  return matches.length === sent.size && matches.every(({ id, version }) => sent.get(id) === version)
}

function sportRoom(sport: Sport, page: number): string {
  return page === 1 ? `feed:sport:${sport}` : `feed:sport:${sport}:${page}`
}

function matchRoom(id: string): string {
  return `feed:match:${id}`
}

function changesRoom(id: string): string {
  return `feed:changes:${id}`
}

function isFeedRoom(name: string): boolean {
  return name.startsWith('feed:')
}
