/** What i18n.ts loads later, by name: loaded as whole packages, they would bring everything that they can. */
export { default as i18next } from 'i18next'
export { initReactI18next } from 'react-i18next'
