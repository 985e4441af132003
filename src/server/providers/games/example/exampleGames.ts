import type { GameProvider } from '../GameProvider.ts'
import { exampleKey, exampleName } from './exampleKey.ts'

/**
 * An example of a third-party catalogue (GAME_PROVIDERS=example, sandbox only): one game of heads or tails.
 * Its page and its server reach us only as any provider's would: through the frame and by signed calls.
 */
export const exampleGames: GameProvider = {
  name: exampleName,
  isRemote: false,
  hasProtocol: true,
  catalogue: async () => [
    {
      code: 'cara-ou-coroa',
      name: {
        pt_BR: 'Cara ou Coroa',
        en_US: 'Heads or Tails',
        id_ID: 'Lempar Koin',
        vi_VN: 'Sấp ngửa',
        nr_NR: 'Heads or Tails',
        ja_JP: 'コイントス',
        ko_KR: '동전 던지기',
        zh_CN: '抛硬币',
        ru_RU: 'Орёл и решка',
      },
      rtp: 0.96,
    },
  ],
  // Its pages are served from the games' origin.
  origins: [],
  async launch(game, { games }, { language }) {
    const query = new URLSearchParams({ game, lang: language })
    return `${games}/example/?${query.toString()}`
  },
  callKey: exampleKey,
}
