import brand from '#brand/brand.json' with { type: 'json' }
import type { AppDeps } from '../../deps.ts'
import { profileOf, switchedOff, type JurisdictionProfile } from '../../config/jurisdictions.ts'
import { textsIn, type LinkPlace } from '#contract/rules/content.ts'
import type { LanguageCode } from '#contract/languages.ts'
import type { Settings } from '../../config/settings.ts'
import { cents, toWireAmount } from '#contract/money.ts'
import { bonusKinds, type BonusKind } from '#contract/rules/bonusKinds.ts'
import type { HouseSwitch } from '#contract/rules/houseSwitches.ts'
import { shownContent } from '../content/content.ts'

/** Switches of the jurisdiction that the client follows. */
type Switches = Pick<
  JurisdictionProfile,
  | 'paymentMethods'
  | 'limitsAtSignUp'
  | 'birthDate'
  | 'vouchers'
  | 'idleCloseMinutes'
  | 'kiosk'
  | 'sports'
  | 'notices'
  | 'operator'
  | 'helpLines'
>

export interface AppInfo extends Pick<Settings, 'captcha'>, Switches {
  /** The most that may be taken out as one voucher at a kiosk, in R$; null: none. */
  voucherWithdrawal: number | null
  /** Whether the identity check asks for pictures of the document and of the face. */
  identityPictures: boolean
  /** The kinds of bonus that the jurisdiction allows. */
  bonuses: BonusKind[]
  /** What the jurisdiction turns off. */
  switchedOff: HouseSwitch[]
  /** Link of the messenger in the side menu: the player's own, else everybody's. */
  messenger: string | null
  /** Link of the brand's page on a social network, for the side menu. */
  social: string | null
  /** Further links, for the footer; a link without a label is shown as its address. */
  links: { label: string; url: string }[]
  brand: string
  /** Public: the same in every process and after a restart, another one with another encryption key. */
  apiKey: string
  /** LiveChat licence id. */
  supportId: string | null
  /** Who answers the support chat: LiveChat (`licence`), the back office (`own`), or nobody (`none`). */
  chat: 'licence' | 'own' | 'none'
  jurisdiction: string
  usdt: boolean
  playMoney: boolean
  sandbox: boolean
  demonstration: boolean
  serverTime: Date
}

/**
 * What a device needs before anybody logs in. A logged-in player may have a personal messenger link, which
 * replaces the general one.
 */
export async function readAppInfo(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'provider' | 'settings'>,
  userId: string | undefined,
  language: LanguageCode,
): Promise<AppInfo> {
  const [{ captcha }, links] = await Promise.all([deps.settings.get(), shownContent(deps, 'link')])
  const linksOf = (place: LinkPlace) =>
    links.map(({ state }) => state).filter(({ fields }) => fields.place === place)
  const profile = profileOf(deps)
  const personalMessenger = userId === undefined ? '' : await readPersonalMessenger(deps, userId)
  return {
    brand: brand.name,
    apiKey: deps.config.secrets.vault.index('public', 'apiKey').toString('hex').slice(0, 32),
    jurisdiction: deps.config.jurisdiction,
    messenger: personalMessenger === '' ? (linksOf('messenger')[0]?.fields.url ?? null) : personalMessenger,
    social: linksOf('social')[0]?.fields.url ?? null,
    links: linksOf('footer').map(({ texts, fields: { url } }) => ({
      label: textsIn(texts, language)?.label ?? url,
      url,
    })),
    supportId: deps.config.supportId ?? null,
    chat: chatOf(deps.config),
    captcha: profile.captcha ?? captcha,
    usdt: profile.crypto,
    // The provider's, where the jurisdiction allows them.
    paymentMethods: profile.paymentMethods.filter((method) => deps.provider.methods.includes(method)),
    bonuses: bonusKinds.filter((kind) => profile.bonuses[kind]),
    switchedOff: switchedOff(deps),
    limitsAtSignUp: profile.limitsAtSignUp,
    birthDate: profile.birthDate,
    identityPictures: profile.identityPictures.length > 0,
    vouchers: profile.vouchers,
    idleCloseMinutes: profile.idleCloseMinutes,
    kiosk: profile.kiosk,
    voucherWithdrawal: profile.voucherWithdrawals && toWireAmount(cents(profile.voucherWithdrawals.maximum)),
    sports: profile.sports,
    notices: profile.notices,
    helpLines: profile.helpLines,
    operator: profile.operator,
    playMoney: deps.config.paymentProvider === 'sandbox',
    sandbox: deps.config.sandbox,
    demonstration: deps.config.demonstration,
    serverTime: deps.clock.now(),
  }
}

/** Our own chat is answered in the back office, or by QA's controls: without either there is no chat. */
function chatOf({ supportId, sandbox, officePort }: AppDeps['config']): AppInfo['chat'] {
  if (supportId !== undefined) return 'licence'
  return sandbox || officePort !== undefined ? 'own' : 'none'
}

async function readPersonalMessenger(deps: Pick<AppDeps, 'db'>, userId: string): Promise<string> {
  const [user] = await deps.db.read<{ messenger: string }>('select messenger from users where id = $1', [
    userId,
  ])
  return user?.messenger ?? ''
}
