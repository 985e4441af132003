import { toNumber } from '#contract/rational.ts'
import { slotReturn } from '#contract/games/slotReturn.ts'
import { slotCodes, type SlotCode } from '#contract/games/slots.ts'
import type { GameProvider, ProviderGame } from './GameProvider.ts'

/** The same names as in the client's dictionaries (`games.names`). */
const names: Record<SlotCode, ProviderGame['name']> = {
  'frutas-do-brasil': {
    pt_BR: 'Frutas do Brasil',
    en_US: 'Fruits of Brazil',
    id_ID: 'Buah Brasil',
    vi_VN: 'Trái cây Brazil',
    nr_NR: 'Fruits of Brazil',
    ja_JP: 'ブラジルの果実',
    ko_KR: '브라질 과일',
    zh_CN: '巴西水果',
    ru_RU: 'Фрукты Бразилии',
  },
  'ouro-da-serra': {
    pt_BR: 'Ouro da Serra',
    en_US: 'Gold of the Hills',
    id_ID: 'Emas Pegunungan',
    vi_VN: 'Vàng trên núi',
    nr_NR: 'Gold of the Hills',
    ja_JP: '山の黄金',
    ko_KR: '산속의 황금',
    zh_CN: '山中黄金',
    ru_RU: 'Золото гор',
  },
  carnaval: {
    pt_BR: 'Carnaval',
    en_US: 'Carnival',
    id_ID: 'Karnaval',
    vi_VN: 'Lễ hội Carnival',
    nr_NR: 'Carnival',
    ja_JP: 'カーニバル',
    ko_KR: '카니발',
    zh_CN: '狂欢节',
    ru_RU: 'Карнавал',
  },
  amazonia: {
    pt_BR: 'Amazônia',
    en_US: 'Amazonia',
    id_ID: 'Rimba Amazon',
    vi_VN: 'Rừng Amazon',
    nr_NR: 'Amazonia',
    ja_JP: 'アマゾニア',
    ko_KR: '아마조니아',
    zh_CN: '亚马逊',
    ru_RU: 'Амазония',
  },
}
const hot: readonly SlotCode[] = ['frutas-do-brasil', 'ouro-da-serra']

/** Our own slots: one page for all themes, built into `dist-games/slots`. */
export const ownSlots: GameProvider = {
  name: 'palpite',
  isRemote: false,
  hasProtocol: true,
  catalogue: async () =>
    slotCodes.map((code) => ({
      code,
      name: names[code],
      hot: hot.includes(code),
      rtp: toNumber(slotReturn(code).total),
    })),
  origins: [],
  async launch(game, { games, product }) {
    const query = new URLSearchParams({ game, api: product })
    return `${games}/slots/?${query.toString()}`
  },
}
