import originals from './banners/originals.svg?no-inline'
import sports from './banners/sports.svg?no-inline'

/** Banner backgrounds as URLs: 365x172, the picture on the right, free for text on the left half. That of the deposit is in the style. */
export const bannerArt = { originals, sports }
