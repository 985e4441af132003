import { NoticeStore } from './NoticeStore.ts'

/** The one of this page. */
export const notices = new NoticeStore()
