import deposit from './banners/deposit.svg?no-inline'
import originals from './banners/originals.svg?no-inline'
import sports from './banners/sports.svg?no-inline'

/** Banner backgrounds as URLs: 365x172, the picture on the right, free for text on the left half. */
export const bannerArt = { deposit, originals, sports }
