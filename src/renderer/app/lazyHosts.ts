/** What is over the page and not part of its first view, in one file that is loaded once the page has settled. */
export { PromptHost } from './PromptHost.tsx'
export { ServerNotice } from './ServerNotice.tsx'
export { ToastHost } from './ToastHost.tsx'
