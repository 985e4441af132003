/** The brand (docs/brand.md), as constants of the build: a module of its own would be one more file to load. */
declare const __BRAND_ID__: string
declare const __BRAND_NAME__: string
/** Of a window, before its page is drawn. */
declare const __WINDOW_COLOUR__: string
