import { emptyArt } from '../../assets/emptyArt.ts'

/** The picture of each way an order can stand. */
export const receiptArt = { paid: emptyArt.success, pending: emptyArt.records, ended: emptyArt.error }
