/// <reference types="vite/client" />

/** Set by the build: which host this bundle is for. Only platform/ may read it. */
declare const __HOST__: 'web' | 'electron'
