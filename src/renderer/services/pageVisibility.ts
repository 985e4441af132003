/** The part of `document` that tells whether anybody looks at the page: nothing is refreshed while it is hidden. */
export type PageVisibility = Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>
