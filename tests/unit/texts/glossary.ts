import type { LanguageCode } from '#contract/languages.ts'

/** A word that players must not read, and the word that says it instead. */
export interface ForbiddenWord {
  pattern: RegExp
  use: string
}

const payment = { pattern: /PIX/, use: 'Pix, as the Central Bank writes it' }

/** One term, one word: what docs/texts.md forbids in each language, in every text of client, server, frames and paper. */
export const forbiddenWords: Record<LanguageCode, ForbiddenWord[]> = {
  pt_BR: [
    payment,
    { pattern: /não deu (para|certo)/i, use: 'não foi possível' },
    { pattern: /\bvenceu\b/i, use: 'expirou' },
    { pattern: /\bescreva\b/i, use: 'digite' },
    { pattern: /\bsozinh[oa]s?\b/i, use: 'automaticamente' },
    { pattern: /impress(ão|ões) digita/i, use: 'hash' },
    { pattern: /\bsuporte\b/i, use: 'atendimento' },
    { pattern: /\bconferir (esta|a) rodada/i, use: 'verificar' },
    { pattern: /\brebate\b/i, use: 'cashback diário' },
    { pattern: /\b[ad]a Palpite\b|(^|\s)a Palpite\b/i, use: 'o Palpite' },
    { pattern: /quando quiser/i, use: 'a promise that holds' },
    { pattern: /giros grátis/i, use: 'rodadas grátis' },
    { pattern: /meia (ganha|perdida)/i, use: 'metade ganha, metade perdida' },
    { pattern: /justiça verificável/i, use: 'resultado verificável' },
  ],
  en_US: [
    payment,
    { pattern: /favourite|catalogue|cancelled/i, use: 'American spelling' },
    { pattern: /e-mail/i, use: 'email' },
    { pattern: /fingerprint/i, use: 'hash' },
    { pattern: /invitee/i, use: 'referral' },
    { pattern: /\bby itself\b/i, use: 'automatically' },
    { pattern: /^write\b|\. write\b/i, use: 'enter' },
    { pattern: /\bfor good\b/i, use: 'permanently' },
    { pattern: /responsible play/i, use: 'responsible gaming' },
    { pattern: /customer (service|care)/i, use: 'support' },
    { pattern: /whenever you like/i, use: 'a promise that holds' },
    { pattern: /mining fee/i, use: 'network fee' },
  ],
  nr_NR: [
    payment,
    { pattern: /favorite|\bcanceled\b/i, use: 'British spelling' },
    { pattern: /fingerprint/i, use: 'hash' },
    { pattern: /invitee/i, use: 'referral' },
    { pattern: /\bby itself\b/i, use: 'automatically' },
    { pattern: /^write\b|\. write\b/i, use: 'enter' },
    { pattern: /responsible play/i, use: 'responsible gaming' },
    { pattern: /customer (service|support)/i, use: 'customer care' },
    { pattern: /\bparlay/i, use: 'multiple' },
    { pattern: /\bbet amount\b/i, use: 'stake' },
    { pattern: /whenever you like/i, use: 'a promise that holds' },
    { pattern: /mining fee/i, use: 'network fee' },
  ],
  zh_CN: [
    payment,
    { pattern: /你/, use: '您' },
    { pattern: /指纹/, use: '哈希值' },
    { pattern: /提前兑现/, use: '提前结算' },
    { pattern: /矿工费/, use: '网络手续费' },
    { pattern: /自我禁止/, use: '自我排除' },
    { pattern: /高于|低于/, use: '大 / 小' },
    { pattern: /分散符号/, use: 'Scatter' },
    { pattern: /(?<!转)轴/, use: '转轴' },
  ],
  ja_JP: [
    payment,
    { pattern: /パーレイ/, use: 'マルチ' },
    { pattern: /マイニング手数料/, use: 'ネットワーク手数料' },
    { pattern: /半勝ち|半負け/, use: '半分的中 / 半分不的中' },
    { pattern: /チケット/, use: 'ベット' },
    { pattern: /〜/, use: '～' },
  ],
  ko_KR: [
    payment,
    { pattern: /충전/, use: '입금' },
    { pattern: /단식/, use: '단폴더' },
    { pattern: /조합/, use: '다폴더' },
    { pattern: /대\/소/, use: '고득점 / 저득점' },
    { pattern: /채굴/, use: '네트워크 수수료' },
  ],
  vi_VN: [
    payment,
    { pattern: /rút sớm/i, use: 'chốt sớm' },
    { pattern: /\bcuộn\b/i, use: 'guồng' },
    { pattern: /hạt giống/i, use: 'seed' },
    { pattern: /dấu vân tay/i, use: 'mã băm' },
    { pattern: /^(trên|dưới) \{/i, use: 'tài / xỉu' },
    { pattern: /phí đào/i, use: 'phí mạng' },
    { pattern: /rút bất cứ lúc nào/i, use: 'a promise that holds' },
  ],
  id_ID: [
    payment,
    { pattern: /isi saldo/i, use: 'deposit' },
    { pattern: /cash ?out/i, use: 'cairkan' },
    { pattern: /pertandingan/i, use: 'laga' },
    { pattern: /\btunggal\b/i, use: 'single' },
    { pattern: /separuh/i, use: 'setengah' },
    { pattern: /keadilan/i, use: 'provably fair' },
    { pattern: /sidik jari/i, use: 'hash' },
    { pattern: /biaya mining/i, use: 'biaya jaringan' },
    { pattern: /tarik dana kapan saja/i, use: 'a promise that holds' },
  ],
  ru_RU: [
    payment,
    { pattern: /полувыигрыш|полупроигрыш/i, use: '½ выигрыша / ½ проигрыша' },
    { pattern: /отпечат(ок|ка)/i, use: 'хеш' },
    { pattern: /времени бразилиа/i, use: 'по бразильскому времени' },
    { pattern: /мои купоны/i, use: 'мои ставки' },
  ],
}
