/** Most pages of a board that are pushed: changes of the others come when the client loads the list again. */
export const mostWatchedPages = 10

/** Most characters of a search among the matches. */
export const longestSearch = 60
