/** What is over the page and not part of its first view, in one file that is loaded once the page has settled. */
export { Notices } from './Notices.tsx'
export { OfflinePage } from './OfflinePage.tsx'
export { PromptHost } from './PromptHost.tsx'
export { ToastHost } from './ToastHost.tsx'
