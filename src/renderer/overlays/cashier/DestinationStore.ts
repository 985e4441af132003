import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import {
  orderCalls,
  toWireDestination,
  type Destination,
  type DestinationType,
  type SavedKey,
  type WithdrawalLimits,
} from '#contract/http/order.ts'
import {
  canonicalKey,
  destinationError,
  needsHolder,
  type DestinationError,
  holderError,
  type HolderError,
} from '#contract/rules/destination.ts'
import { formatCnpj, formatCpf, isMaskedKey } from '#contract/rules/kyc.ts'
import { KEY_LABEL_MAXIMUM } from '#contract/rules/savedKeys.ts'
import { plainText } from '#contract/rules/typed.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'

/**
 * The destination form of a withdrawal: CPF, CNPJ or USDT, its key, the holder, WhatsApp. A stored
 * key arrives masked and stays valid until the player types a new one; that of a saved one is fixed, so that another key is a
 * new one with a name of its own.
 */
export class DestinationStore {
  type: DestinationType = 'CPF'
  key = ''
  holder = ''
  whatsapp = ''
  /** The player's own name for the key. */
  label = ''
  /** Confirms a new key; see `asksPassword`. */
  password = ''
  error: DestinationError | null = null
  isSaving = false
  readonly #root: Pick<RootStore, 'api' | 'session'>
  readonly #onSaved: (destination: Destination) => void
  /** The saved key that is being changed. */
  readonly #saved: SavedKey | undefined
  readonly #isNew: boolean

  /**
   * Begins with the `chosen` destination, or, with `isNew`, with an empty key. `onSaved` gets the destination with the key as
   * typed, without punctuation.
   */
  constructor(
    root: Pick<RootStore, 'api' | 'session'>,
    private readonly limits: WithdrawalLimits,
    { chosen, isNew = false }: { chosen: Destination | null; isNew?: boolean },
    onSaved: (destination: Destination) => void,
  ) {
    this.#root = root
    this.#onSaved = onSaved
    this.#isNew = isNew
    this.#saved = limits.saved.find(({ id }) => id === chosen?.id)
    this.label = this.#saved?.label ?? ''
    makeAutoObservable<this, 'limits'>(this, { limits: observableRef })
    if (chosen) this.fill(chosen)
    else this.select(limits.channels[0] ?? 'CPF')
  }

  /** The destinations this player may choose; USDT only when it is enabled for them. */
  get types(): DestinationType[] {
    return this.limits.channels
  }

  /** Whether a saved key is being changed: only its name, holder and WhatsApp can be. */
  get isKeyFixed(): boolean {
    return this.#saved !== undefined
  }

  get hasHolder(): boolean {
    return needsHolder(this.type)
  }

  get isNumeric(): boolean {
    return this.type === 'CPF'
  }

  get keyError(): DestinationError | null {
    return isOfHolder(this.error) ? null : this.error
  }

  get holderError(): HolderError | null {
    return isOfHolder(this.error) ? this.error : null
  }

  /**
   * Whether the password is asked for: the key is new, or nobody has confirmed it yet, and the login was not just now. Without
   * it the destination is stored too, but a withdrawal to it waits for a review.
   */
  get asksPassword(): boolean {
    const { asksPassword, destinations } = this.limits
    const stored = this.#saved ?? destinations[this.type]
    if (!asksPassword || this.isOwnCpf) return false
    return !isMaskedKey(this.key) || stored?.isUnconfirmed === true
  }

  /** Whether the key is the player's own verified CPF, which is not stored yet. */
  get isOwnCpf(): boolean {
    const { ownCpf } = this.limits
    return ownCpf !== null && this.type === 'CPF' && this.key === ownCpf.key
  }

  select(type: DestinationType): void {
    if (this.isKeyFixed) return
    const { destinations, ownCpf } = this.limits
    const own = type === 'CPF' ? ownCpf : null
    const known = this.#isNew ? own : (destinations[type] ?? own)
    if (known) this.fill(known)
    else this.fill({ type, key: '', holder: this.#root.session.player?.name ?? '', whatsapp: this.whatsapp })
  }

  setKey(text: string): void {
    if (this.isKeyFixed) return
    // Typing into a masked key starts a new one: hidden digits must not mix with typed ones.
    const typed = isMaskedKey(this.key) ? text.replace(this.key, '') : text
    this.key = isMaskedKey(typed) ? '' : formatKey(this.type, typed)
    if (this.keyError) this.error = null
  }

  setLabel(text: string): void {
    this.label = plainText(text).slice(0, KEY_LABEL_MAXIMUM)
  }

  setHolder(text: string): void {
    this.holder = text
    if (this.holderError) this.error = null
  }

  setWhatsapp(text: string): void {
    this.whatsapp = plainText(text).replace(/[^\d+() -]/g, '')
  }

  setPassword(text: string): void {
    this.password = text
  }

  /** Validates the destination, saves it on the server and passes it on. The request layer shows failures. */
  async save(): Promise<void> {
    if (this.isSaving) return
    this.isSaving = true
    try {
      const error = await this.check()
      runInAction(() => (this.error = error))
      if (error) return
      const destination = this.destination
      await this.#root.api.call(orderCalls.setCard, {
        body: {
          ...toWireDestination(destination, this.limits.usdtRate),
          ...(this.#saved || this.label.trim() !== '' ? { label: this.label.trim() } : {}),
          ...(this.asksPassword && this.password !== '' ? { pwd: this.password } : {}),
        },
      })
      this.#onSaved(destination)
    } catch (error) {
      ignoreCallError(error)
    } finally {
      runInAction(() => (this.isSaving = false))
    }
  }

  private get destination(): Destination {
    const { type, key, holder, whatsapp } = this
    return {
      ...(this.#saved ? { id: this.#saved.id } : {}),
      type,
      key: isMaskedKey(key) ? key : canonicalKey(type, key),
      holder: needsHolder(type) ? holder.trim() : '',
      whatsapp: whatsapp.trim(),
    }
  }

  private async check(): Promise<DestinationError | null> {
    if (isMaskedKey(this.key)) {
      return this.hasHolder ? holderError(this.holder) : null
    }
    return destinationError(this, this.types.includes('USDT'))
  }

  private fill(destination: Destination): void {
    const { type, key } = destination
    this.type = type
    this.key = isMaskedKey(key) ? key : formatKey(type, key)
    this.holder = destination.holder
    this.whatsapp = destination.whatsapp
    this.error = null
  }
}

function formatKey(type: DestinationType, text: string): string {
  if (type === 'CPF') return formatCpf(text)
  return type === 'CNPJ' ? formatCnpj(text) : text.trim()
}

function isOfHolder(error: DestinationError | null): error is HolderError {
  return error === 'holderNameMissing' || error === 'nameTooShort' || error === 'nameTooLong'
}
