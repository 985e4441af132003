/** The page visibility API of `document`: nothing is refreshed while the page is hidden. */
export type PageVisibility = Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>
