import { emptyArt } from '../../assets/emptyArt.ts'

/** The picture for each outcome of an order. */
export const receiptArt = { paid: emptyArt.success, pending: emptyArt.records, ended: emptyArt.error }
