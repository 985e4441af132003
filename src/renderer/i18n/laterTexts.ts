import type { LanguageCode } from '#contract/languages.ts'

/** The texts beyond the first view: `play` for games, sports and proofs, `more` for everything else. */
export type LaterPart = 'more' | 'play'
export type Loaders = Record<LanguageCode, () => Promise<{ default: object }>>

/** The texts beyond the first view, one chunk for each language and part. */
export const laterTexts: Record<LaterPart, Loaders> = {
  more: {
    pt_BR: () => import('./locales/pt_BR/more.ts'),
    en_US: () => import('./locales/en_US/more.ts'),
    id_ID: () => import('./locales/id_ID/more.ts'),
    vi_VN: () => import('./locales/vi_VN/more.ts'),
    nr_NR: () => import('./locales/nr_NR/more.ts'),
    ja_JP: () => import('./locales/ja_JP/more.ts'),
    ko_KR: () => import('./locales/ko_KR/more.ts'),
    zh_CN: () => import('./locales/zh_CN/more.ts'),
    ru_RU: () => import('./locales/ru_RU/more.ts'),
  },
  play: {
    pt_BR: () => import('./locales/pt_BR/play.ts'),
    en_US: () => import('./locales/en_US/play.ts'),
    id_ID: () => import('./locales/id_ID/play.ts'),
    vi_VN: () => import('./locales/vi_VN/play.ts'),
    nr_NR: () => import('./locales/nr_NR/play.ts'),
    ja_JP: () => import('./locales/ja_JP/play.ts'),
    ko_KR: () => import('./locales/ko_KR/play.ts'),
    zh_CN: () => import('./locales/zh_CN/play.ts'),
    ru_RU: () => import('./locales/ru_RU/play.ts'),
  },
}
