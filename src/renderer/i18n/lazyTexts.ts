/** One chunk for each language and part that the first view does not need. */
export const lazyFiles = import.meta.glob<object>(['./locales/*/*.ts', '!./locales/*/initial.ts'], {
  import: 'default',
})
