import closed from './empty/closed.svg?no-inline'
import error from './empty/error.svg?no-inline'
import favourites from './empty/favourites.svg?no-inline'
import gift from './empty/gift.svg?no-inline'
import kyc from './empty/kyc.svg?no-inline'
import messages from './empty/messages.svg?no-inline'
import offline from './empty/offline.svg?no-inline'
import records from './empty/records.svg?no-inline'
import search from './empty/search.svg?no-inline'
import success from './empty/success.svg?no-inline'

/** Illustrations for EmptyState, ErrorState and receipts, as URLs: 160x120 on a transparent background. */
export const emptyArt = {
  closed,
  error,
  favourites,
  gift,
  kyc,
  messages,
  offline,
  records,
  search,
  success,
}
