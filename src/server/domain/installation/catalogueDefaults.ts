import type { LanguageCode } from '#contract/languages.ts'
import { promotions } from '#contract/rules/promotions.ts'
import type { ContentState } from '#contract/rules/content.schema.ts'
import type { AppDeps } from '../../deps.ts'
import { gameProvidersOf } from '../../providers/games/gameProviders.ts'
import { ownSlots } from '../../providers/games/ownSlots.ts'
import { routeOfGame } from '../play/catalogue.ts'
import { defaultPackages } from './defaultPackages.ts'

interface DefaultGame {
  code: string
  kind: 'original' | 'slot' | 'sport'
  name: Partial<Record<LanguageCode, string>>
  route: string
  hot?: boolean
  /** Return to player, a fraction. Left out where it depends on the bet, as in luckyColor. */
  rtp?: number
  /** Name of the third-party provider. */
  provider?: string
}

/** Banners of /home. Their texts are the client's. */
const banners: (ContentState<'banner'>['fields'] & { id: string })[] = [
  { id: 'deposit', picture: 'deposit', target: '/conta' },
  { id: 'fair', picture: 'fair', target: '/fair' },
  { id: 'sports', picture: 'sports', target: '/footballPage' },
]

/** The same names as in the client's dictionaries (`games.names`), so that tile and page agree. */
const originals: DefaultGame[] = [
  {
    code: 'mines',
    kind: 'original',
    name: {
      pt_BR: 'Mines',
      en_US: 'Mines',
      id_ID: 'Ranjau',
      vi_VN: 'Dò mìn',
      nr_NR: 'Mines',
      ja_JP: 'マインズ',
      ko_KR: '마인즈',
      zh_CN: '扫雷',
      ru_RU: 'Мины',
    },
    route: '/mines',
    hot: true,
    rtp: 0.99,
  },
  {
    code: 'double',
    kind: 'original',
    name: {
      pt_BR: 'Double',
      en_US: 'Double',
      id_ID: 'Double',
      vi_VN: 'Double',
      nr_NR: 'Double',
      ja_JP: 'ダブル',
      ko_KR: '더블',
      zh_CN: '双倍转盘',
      ru_RU: 'Дабл',
    },
    route: '/double',
    hot: true,
    rtp: 14 / 15,
  },
  {
    code: 'dice',
    kind: 'original',
    name: {
      pt_BR: 'Dice',
      en_US: 'Dice',
      id_ID: 'Dadu',
      vi_VN: 'Xúc xắc',
      nr_NR: 'Dice',
      ja_JP: 'ダイス',
      ko_KR: '다이스',
      zh_CN: '骰子',
      ru_RU: 'Кости',
    },
    route: '/dice',
    hot: true,
    rtp: 0.9899,
  },
  {
    code: 'limbo',
    kind: 'original',
    name: {
      pt_BR: 'Limbo',
      en_US: 'Limbo',
      id_ID: 'Limbo',
      vi_VN: 'Limbo',
      nr_NR: 'Limbo',
      ja_JP: 'リンボ',
      ko_KR: '림보',
      zh_CN: '火箭飞升',
      ru_RU: 'Лимбо',
    },
    route: '/limbo',
    rtp: 0.99,
  },
  {
    code: 'rowDouble',
    kind: 'original',
    name: {
      pt_BR: 'Torre',
      en_US: 'Tower',
      id_ID: 'Menara',
      vi_VN: 'Tòa tháp',
      nr_NR: 'Tower',
      ja_JP: 'タワー',
      ko_KR: '타워',
      zh_CN: '爬塔',
      ru_RU: 'Башня',
    },
    route: '/rowDouble',
    rtp: 0.99,
  },
  {
    code: 'luckyColor',
    kind: 'original',
    name: {
      pt_BR: 'Cor da Sorte',
      en_US: 'Lucky Color',
      id_ID: 'Warna Hoki',
      vi_VN: 'Màu may mắn',
      nr_NR: 'Lucky Colour',
      ja_JP: 'ラッキーカラー',
      ko_KR: '럭키 컬러',
      zh_CN: '幸运颜色',
      ru_RU: 'Цвет удачи',
    },
    route: '/luckyColor',
  },
]

const sports: DefaultGame = {
  code: 'sports',
  kind: 'sport',
  name: {
    pt_BR: 'Esportes',
    en_US: 'Sports',
    id_ID: 'Olahraga',
    vi_VN: 'Thể thao',
    nr_NR: 'Sports',
    ja_JP: 'スポーツ',
    ko_KR: '스포츠',
    zh_CN: '体育',
    ru_RU: 'Спорт',
  },
  route: '/footballPage',
  hot: true,
}

/**
 * Fills an empty database with deposit packages, banners, promotions and the catalogue of games. Every process runs it at each
 * start; rows that exist keep their order, price and state.
 */
export async function addCatalogueDefaults({
  db,
  config,
}: Pick<AppDeps, 'db'> & { config?: AppDeps['config'] }): Promise<void> {
  await db.write(
    `insert into deposit_packages (id, price, gift, sort, kind)
     select p.id, p.price, p.gift, p.sort, p.kind
     from jsonb_to_recordset($1::jsonb) as p (id text, price bigint, gift bigint, sort integer, kind text)
     on conflict (id) do nothing`,
    [JSON.stringify(defaultPackages.map(toPackageRow))],
  )
  const contentRows = [
    ...banners.map(({ id, ...fields }, index) => ({ kind: 'banner', id, sort: (index + 1) * 10, fields })),
    ...promotions.map(({ id, ...fields }, index) => ({
      kind: 'promotion',
      id,
      sort: (index + 1) * 10,
      fields,
    })),
  ]
  await db.write(
    `insert into content (kind, id, enabled, sort, texts, fields, updated_at)
     select c.kind, c.id, true, c.sort, '{}', c.fields, now()
     from jsonb_to_recordset($1::jsonb) as c (kind text, id text, sort integer, fields jsonb)
     on conflict (kind, id) do nothing`,
    [JSON.stringify(contentRows)],
  )
  await db.write(
    `insert into games (code, kind, name, route, hot, sort, rtp, provider, enabled)
     select g.code, g.kind, g.name, g.route, g.hot, g.sort, g.rtp, g.provider, g.enabled
     from jsonb_to_recordset($1::jsonb)
       as g (code text, kind text, name jsonb, route text, hot boolean, sort integer, rtp numeric,
             provider text, enabled boolean)
     on conflict (code) do update set name = excluded.name, route = excluded.route, rtp = excluded.rtp,
       provider = excluded.provider`,
    [JSON.stringify((await gamesOf(config)).map(toGameRow))],
  )
}

function toPackageRow({ kind, price, bonus }: (typeof defaultPackages)[number], index: number) {
  const id = `${kind === '' ? 'top' : kind.toLowerCase()}-${price}`
  return { id, price: price * 100, gift: Math.round(bonus * 100), sort: (index + 1) * 10, kind }
}

/** The whole catalogue but the games of remote providers: originals, our own slots, sports, and third-party games. */
async function gamesOf(config: AppDeps['config'] | undefined): Promise<DefaultGame[]> {
  const providers = config === undefined ? [ownSlots] : gameProvidersOf(config)
  const [slots = [], ...thirdParty] = await Promise.all(
    providers
      .filter(({ isRemote }) => !isRemote)
      .map(async (provider) =>
        (await provider.catalogue()).map((game): DefaultGame => ({
          ...game,
          kind: 'slot',
          route: routeOfGame(game.code),
          provider: provider.name,
        })),
      ),
  )
  return [...originals, ...slots, sports, ...thirdParty.flat()]
}

function toGameRow({ hot = false, rtp, provider, ...game }: DefaultGame, index: number) {
  return { ...game, hot, sort: (index + 1) * 10, rtp: rtp ?? null, provider: provider ?? null, enabled: true }
}
