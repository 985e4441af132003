/// <reference types="vite/client" />

/** Set by the build: which host this bundle is for. Only platform/ may read it. */
declare const __HOST__: 'web' | 'electron'

/** Set by the build: the media query of a desktop's layout. Only ui/useIsWide.ts may read it. */
declare const __WIDE_MEDIA__: string

/** Script and style of the saved verifier (scripts/verifierPage.ts), with the hashes for its policy. */
declare module 'virtual:verifier-page' {
  export const script: string
  export const scriptHash: string
  export const style: string
  export const styleHash: string
}
