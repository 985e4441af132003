/** A bank's id of what we ask it for: ours, a UUID, without its dashes. */
export function bankIdOf(id: string): string {
  return id.replaceAll('-', '')
}

/** Our own id; null for one that is not ours. */
export function idOfBankId(bankId: string): string | null {
  const parts = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(bankId)
  return parts && parts.slice(1).join('-')
}
