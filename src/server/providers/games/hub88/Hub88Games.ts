import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { LanguageCode } from '#contract/languages.ts'
import { AnswerUnknownError, ProviderRefusedError } from '../../errors.ts'
import { exitPath } from '#contract/games/exitPath.ts'
import type { GameProvider, ProviderGame } from '../GameProvider.ts'
import type { Hub88Account } from './settings.ts'
import { hub88SignatureHeader, signHub88Body } from './signature.ts'
import { hub88Currency } from './wallet.ts'

/** How long an answer may take, in ms. */
const timeoutMs = 8_000
/** Thousands of games with all that is said about them. */
const maxChars = 16 * 1024 * 1024

/** Hub88 names languages by ISO 639-1. Pidgin has no such code. */
const languages: Record<LanguageCode, string> = {
  pt_BR: 'pt',
  en_US: 'en',
  id_ID: 'id',
  vi_VN: 'vi',
  nr_NR: 'en',
  ja_JP: 'ja',
  ko_KR: 'ko',
  zh_CN: 'zh',
  ru_RU: 'ru',
}

const country = 'BR'

const urlAnswer = z.object({ url: z.url({ protocol: /^https?$/ }) })
const listAnswer = z.array(z.unknown())
/** A game without a code and a name is left out; whatever else is unusual is as if it were not said. */
const gameAnswer = z.object({
  game_code: z.string().regex(/^[\w.:-]{1,64}$/),
  name: z.string().trim().min(1).max(120),
  enabled: z.boolean().nullish(),
  product: z.string().trim().min(1).max(80).nullish().catch(undefined),
  url_thumb: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .nullish()
    .catch(undefined),
  /** A percentage, such as `96.5`. */
  rtp: z.coerce.number().min(1).max(100).nullish().catch(undefined),
  blocked_countries: z.array(z.string()).nullish().catch(undefined),
})

/**
 * The games of many studios through Hub88, by the Operator API of its public documentation (docs.hub88.io): the list and
 * the address of a game are asked for here, and Hub88 moves the money by calls of its own (routes/hub88Wallet.ts). Both
 * sides sign their bodies with RSA-SHA256.
 */
export class Hub88Games implements GameProvider {
  static readonly providerName = 'hub88'
  readonly name = Hub88Games.providerName
  readonly isRemote = true
  readonly hasProtocol = false
  readonly origins: readonly string[]
  readonly imageOrigins: readonly string[]
  readonly account: Hub88Account

  constructor(account: Hub88Account) {
    this.account = account
    this.origins = account.origins
    this.imageOrigins = account.imageOrigins
  }

  /** Hub88 answers once a minute. Throws AnswerUnknownError or ProviderRefusedError. */
  async catalogue(): Promise<readonly ProviderGame[]> {
    const answer = listAnswer.safeParse(
      await this.#call('game/list', { operator_id: this.account.operatorId }),
    )
    if (!answer.success) throw new AnswerUnknownError('the list of games is no list')
    return answer.data.flatMap((each) => {
      const parsed = gameAnswer.safeParse(each)
      if (!parsed.success) return []
      const { game_code, name, enabled, product, url_thumb, rtp, blocked_countries } = parsed.data
      if (enabled === false || blocked_countries?.includes(country)) return []
      return {
        code: game_code,
        // Games keep their names in every language.
        name: { pt_BR: name },
        ...(rtp ? { rtp: rtp / 100 } : {}),
        ...(product ? { studio: product } : {}),
        ...(url_thumb && this.imageOrigins.includes(new URL(url_thumb).origin) ? { picture: url_thumb } : {}),
      }
    })
  }

  async launch(
    ...[game, { games, product }, caller, player]: Parameters<GameProvider['launch']>
  ): Promise<string> {
    const isPhone = caller.deviceType === 'android' || caller.deviceType === 'iphone'
    const { operatorId, subPartner } = this.account
    const answer = urlAnswer.safeParse(
      await this.#call('game/url', {
        operator_id: operatorId,
        user: player.userId,
        token: await player.openSession(),
        ...(subPartner === undefined ? {} : { sub_partner_id: subPartner }),
        game_code: game,
        platform: isPhone ? 'GPL_MOBILE' : 'GPL_DESKTOP',
        lang: languages[caller.language],
        currency: hub88Currency,
        country,
        ip: caller.ip,
        lobby_url: `${games}${exitPath}`,
        deposit_url: `${product}/conta`,
      }),
    )
    if (!answer.success) throw new AnswerUnknownError('the address of the game is no address')
    const { url } = answer.data
    if (!this.origins.includes(new URL(url).origin))
      throw new ProviderRefusedError(`${new URL(url).origin} is not one of HUB88_GAME_ORIGINS`)
    return url
  }

  /** The parsed JSON. Errors do not quote the answer, whose address holds the player's token. */
  async #call(path: string, body: object): Promise<unknown> {
    const text = JSON.stringify({ ...body, request_uuid: randomUUID() })
    let response: Response
    let answer: string
    try {
      response = await fetch(`${this.account.apiUrl}/operator/generic/v2/${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          [hub88SignatureHeader]: signHub88Body(this.account.privateKey, text),
        },
        body: text,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      answer = await response.text()
    } catch (error) {
      throw new AnswerUnknownError(`${path}: ${error instanceof Error ? error.name : 'no answer'}`)
    }
    if (response.status >= 400 && response.status < 500)
      throw new ProviderRefusedError(`${path} was answered with status ${response.status}`)
    if (!response.ok || answer.length > maxChars)
      throw new AnswerUnknownError(`${path} was answered with status ${response.status}`)
    try {
      return JSON.parse(answer)
    } catch {
      throw new AnswerUnknownError(`${path}: the answer is no JSON`)
    }
  }
}
