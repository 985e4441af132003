/** Loads the one file of what is over the page and not part of its first view. */
export const loadHosts = () => import('./lazyHosts.ts')
