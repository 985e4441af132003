/**
 * What the operator writes and changes while the product runs. A row is shown while it is enabled and between its times;
 * its texts are in as many languages as the operator wrote, and pt_BR stands in for a missing one.
 */
import type { LanguageCode } from '../languages.ts'

export const contentKinds = ['notice', 'banner', 'promotion', 'package', 'link'] as const
export type ContentKind = (typeof contentKinds)[number]

/** Where a notice is shown: on every page, on games only, on /home only. */
export const noticePlaces = ['everywhere', 'games', 'home'] as const
export type NoticePlace = (typeof noticePlaces)[number]

/** Pictures of banners. Each has texts in every language, for a banner without own texts. */
export const bannerPictures = ['deposit', 'fair', 'sports'] as const
export type BannerPicture = (typeof bannerPictures)[number]

export const linkPlaces = ['messenger', 'social', 'footer'] as const
export type LinkPlace = (typeof linkPlaces)[number]

/** The texts in the language, else in pt_BR; null when the operator wrote none. */
export function textsIn<Texts>(
  texts: Partial<Record<LanguageCode, Texts>>,
  language: LanguageCode,
): Texts | null {
  return texts[language] ?? texts.pt_BR ?? null
}
