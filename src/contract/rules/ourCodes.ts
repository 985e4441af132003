import { codeIn } from './scannedCodes.ts'
import { parseVoucherCode } from './vouchers.ts'

/** Whether a scanned text is a voucher, or the address of a bet slip. */
export function isOurCode(text: string): boolean {
  return parseVoucherCode(text) !== null || codeIn(text, 'sharedTicket') !== text.trim()
}
