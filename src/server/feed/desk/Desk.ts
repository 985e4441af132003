import type { Cents } from '#contract/money.ts'
import type { GameTimeCode, MatchState } from '#contract/rules/markets.ts'
import type { CorrectionReason } from '#contract/rules/sportRules.ts'
import { ticketLimits, type Market } from '#contract/rules/sports.ts'
import type { Bus } from '../../messaging/bus.ts'
import type { Db, Reader } from '../../db/client.ts'
import type { Log } from '../../observe/log.ts'
import { feedChanged } from '../feedChanged.ts'
import type { FeedMatch } from '../Feed.ts'

/** Broadcast to every process when a rule or a decision has changed. */
export const deskChanged = 'internal:desk'

/**
 * Which markets a rule is for: those that have all of its non-empty fields. A league needs its sport; a match needs
 * nothing else. `market` is `marketCode`.
 */
export interface DeskScope {
  sport: string
  league: string
  matchId: string
  market: string
}

/** What a rule says; null: what a less specific rule says. Amounts in cents. */
export interface DeskTerms {
  isStopped: boolean
  /** Factor of the feed's odds. */
  priceFactor: number | null
  /** By how much the implied chances of a market exceed certainty, a fraction, instead of the feed's. */
  margin: number | null
  /** The most that a player's open tickets on a market may stake, and win beyond their stakes. */
  maxStake: Cents | null
  maxWin: Cents | null
  /** The most that all open tickets on one selection may win beyond their stakes. */
  maxExposure: Cents | null
}

/** What holds for a market; without a rule about exposure, that of `ticketLimits`. */
interface Terms extends DeskTerms {
  maxExposure: Cents
}

export interface DeskRule extends DeskScope, DeskTerms {
  changes: number
  changedBy: string
  changedAt: Date
}

/** What the desk has decided about a match. */
export interface DeskDecision {
  matchId: string
  /** Instead of the feed's; null: that of the feed. */
  state: Pick<MatchState, 'period' | 'parts' | 'outcome'> | null
  /** `marketCode` of the markets whose bets are refunded. */
  voidMarkets: string[]
  /** Why a result that had been final is another one, or stands. */
  correction: CorrectionReason | null
  changes: number
  decidedBy: string
  decidedAt: Date
}

/** The code of a market in rules and decisions: `winner:1`. */
export function marketCode(market: Market, gameTime: GameTimeCode): string {
  return `${market}:${gameTime}`
}

const everything: DeskScope = { sport: '', league: '', matchId: '', market: '' }

/** The scopes that a market of a match belongs to, the most specific first; without a market, those of the match. */
function scopesOf(
  { id, sport, league }: Pick<FeedMatch, 'id' | 'sport' | 'league'>,
  market = '',
): DeskScope[] {
  const wholes: DeskScope[] = [
    { ...everything, matchId: id },
    { ...everything, sport, league },
    { ...everything, sport },
    everything,
  ]
  return market === '' ? wholes : wholes.flatMap((whole) => [{ ...whole, market }, whole])
}

function keyOf({ sport, league, matchId, market }: DeskScope): string {
  return JSON.stringify([sport, league, matchId, market])
}

/**
 * The rules and decisions of the trading desk in one process: stopped markets, changed prices, limits, results by hand.
 * Answers at once. Every process reads them again when one has changed them.
 */
export class Desk {
  readonly #db: Db
  readonly #log: Log
  #rules = new Map<string, DeskRule>()
  /** Changes of a match's, league's, sport's or all rules, whatever their market. */
  #changes = new Map<string, number>()
  #decisions = new Map<string, DeskDecision>()
  #revision = 0
  #lastRefresh: Promise<void> = Promise.resolve()
  #unsubscribe: () => void = () => undefined

  constructor({ db, log }: { db: Db; log: Log }) {
    this.#db = db
    this.#log = log
  }

  listen(bus: Bus): void {
    this.#unsubscribe = bus.subscribe((message) => {
      const isChange =
        message.type === 'broadcast' && (message.name === deskChanged || message.name === feedChanged)
      if (isChange || message.type === 'gap')
        this.refresh().catch((error: unknown) => this.#log.error(error, "reading the desk's rules failed"))
    })
  }

  /** Resolves when this process uses what was in the database at the time of the call. */
  refresh(): Promise<void> {
    // One after the other: an older read must not overtake a newer one.
    this.#lastRefresh = this.#lastRefresh.catch(() => undefined).then(() => this.#read())
    return this.#lastRefresh
  }

  async close(): Promise<void> {
    this.#unsubscribe()
    await this.#lastRefresh.catch(() => undefined)
  }

  async #read(): Promise<void> {
    const [rules, decisions] = [await readRules(this.#db), await readDecisions(this.#db)]
    this.load(rules, decisions)
  }

  /** Uses these rules and decisions from now on. */
  load(rules: readonly DeskRule[], decisions: readonly DeskDecision[]): void {
    this.#rules = new Map(rules.map((rule) => [keyOf(rule), rule]))
    this.#changes = new Map()
    for (const rule of rules) {
      const key = keyOf({ ...rule, market: '' })
      this.#changes.set(key, (this.#changes.get(key) ?? 0) + rule.changes)
    }
    this.#decisions = new Map(decisions.map((decision) => [decision.matchId, decision]))
    this.#revision++
  }

  /** Another number after every change. */
  get revision(): number {
    return this.#revision
  }

  /** Whether there is nothing that could concern a match. */
  get isEmpty(): boolean {
    return this.#rules.size === 0 && this.#decisions.size === 0
  }

  /** The rules that say something, the most general first. */
  get rules(): DeskRule[] {
    return [...this.#rules.values()].filter(
      ({ isStopped, priceFactor, margin, maxStake, maxWin, maxExposure }) =>
        isStopped || [priceFactor, margin, maxStake, maxWin, maxExposure].some((term) => term !== null),
    )
  }

  decision(matchId: string): DeskDecision | undefined {
    return this.#decisions.get(matchId)
  }

  /** The matches that were decided by hand after this moment. */
  decidedSince(time: Date): string[] {
    return [...this.#decisions.values()]
      .filter(({ decidedAt }) => decidedAt > time)
      .map(({ matchId }) => matchId)
  }

  /** How often anything about this match was changed. */
  changesOf(match: Pick<FeedMatch, 'id' | 'sport' | 'league'>): number {
    if (this.isEmpty) return 0
    const ofRules = scopesOf(match).reduce((sum, scope) => sum + (this.#changes.get(keyOf(scope)) ?? 0), 0)
    return ofRules + (this.#decisions.get(match.id)?.changes ?? 0)
  }

  /** Whether the match, or with `market` that market of it, is stopped: at any level. */
  isStopped(match: Pick<FeedMatch, 'id' | 'sport' | 'league'>, market?: string): boolean {
    if (this.#rules.size === 0) return false
    return scopesOf(match, market).some((scope) => this.#rules.get(keyOf(scope))?.isStopped === true)
  }

  /** What holds for a market of a match: each term from the most specific rule that says something. */
  termsOf(match: Pick<FeedMatch, 'id' | 'sport' | 'league'>, market?: string): Terms {
    const rules =
      this.#rules.size === 0
        ? []
        : scopesOf(match, market).flatMap((scope) => this.#rules.get(keyOf(scope)) ?? [])
    const first = <Field extends Exclude<keyof DeskTerms, 'isStopped'>>(field: Field): DeskTerms[Field] =>
      rules.find((rule) => rule[field] !== null)?.[field] ?? null
    return {
      isStopped: rules.some(({ isStopped }) => isStopped),
      priceFactor: first('priceFactor'),
      margin: first('margin'),
      maxStake: first('maxStake'),
      maxWin: first('maxWin'),
      maxExposure: first('maxExposure') ?? ticketLimits.maxExposure,
    }
  }
}

const ruleColumns = `sport, league, match_id as "matchId", market, is_stopped as "isStopped",
  price_factor as "priceFactor", margin, max_stake as "maxStake", max_win as "maxWin", max_exposure as "maxExposure",
  changes, changed_by as "changedBy", changed_at as "changedAt"`

/** All rules, also those that say nothing any more. */
async function readRules(db: Reader): Promise<DeskRule[]> {
  return db.read<DeskRule>(`select ${ruleColumns} from desk_rules order by sport, league, match_id, market`)
}

async function readDecisions(db: Reader): Promise<DeskDecision[]> {
  return db.read<DeskDecision>(
    `select match_id as "matchId", state, void_markets as "voidMarkets", correction, changes, decided_by as "decidedBy",
       decided_at as "decidedAt" from desk_decisions`,
  )
}

/** Creates the desk of this process and reads rules and decisions. */
export async function createDesk({ db, bus, log }: { db: Db; bus: Bus; log: Log }): Promise<Desk> {
  const desk = new Desk({ db, log })
  desk.listen(bus)
  await desk.refresh()
  return desk
}
