/** The brand (docs/brand.md), as constants of the build: a separate module would be one more file to load. */
declare const __BRAND_ID__: string
declare const __BRAND_NAME__: string
/** Of a window, before its page is painted. */
declare const __WINDOW_COLOUR__: string
