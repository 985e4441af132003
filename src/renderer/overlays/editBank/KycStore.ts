import { makeAutoObservable, runInAction } from 'mobx'
import { CallError } from '#contract/errors.ts'
import { pagePaths } from '#contract/pages.ts'
import { accountCalls } from '#contract/http/account.ts'
import { houseDay } from '#contract/houseTime.ts'
import { ADULT_AGE, ageOn, formatCpf, isCpf, nameError, type NameError } from '#contract/rules/kyc.ts'
import { EnvelopeStatus } from '#contract/errors.ts'
import type { Message } from '../../stores/AlertStore.ts'
import type { OverlayProps } from '../../stores/overlays.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'

/**
 * The identity form (overlay editBank). The form requires neither field, but checks what is filled in. A
 * failure raises no alert: the form shows it.
 */
export class KycStore {
  name: string
  cpf = ''
  /** YYYY-MM-DD, or empty. */
  birthDate = ''
  nameError: NameError | null = null
  isCpfInvalid = false
  birthDateError: 'birthDateWrong' | 'underage' | null = null
  /** Why the server refused it. */
  failure: Message | null = null
  isSending = false
  readonly #root: RootStore
  readonly #props: OverlayProps['editBank']

  /** `props` say what follows: the deposit with its package, the withdrawal, or nothing after an exclusion. */
  constructor(root: RootStore, props: OverlayProps['editBank'] = {}) {
    this.#root = root
    this.#props = props
    this.name = root.session.player?.name ?? ''
    makeAutoObservable(this)
  }

  setName(text: string): void {
    this.name = text
    this.nameError = null
    this.failure = null
  }

  setCpf(text: string): void {
    this.cpf = formatCpf(text)
    this.isCpfInvalid = false
    this.failure = null
  }

  /** Whether the jurisdiction asks for the date of birth. */
  get asksBirthDate(): boolean {
    return this.#root.device.info?.birthDate ?? false
  }

  setBirthDate(text: string): void {
    this.birthDate = text
    this.birthDateError = null
    this.failure = null
  }

  /** Sends the form, then opens the deposit or the withdrawal. */
  async submit(): Promise<void> {
    if (this.isSending || !this.check()) return
    const { api, alerts, session, overlays } = this.#root
    this.isSending = true
    this.failure = null
    let message = ''
    try {
      await api.call(
        accountCalls.updateKyc,
        {
          body: {
            name: this.name.trim(),
            cardNo: this.cpf,
            ...(this.asksBirthDate && { birthDate: this.birthDate }),
          },
        },
        { ownFailure: true, onMessage: (text) => (message = text) },
      )
      alerts.toast(message ? { text: message } : { key: 'money.kyc.done' })
      // What follows reads this and does not ask again.
      await session.refresh().catch(ignoreCallError)
      if (!overlays.isOpen('editBank')) return
      const { next, packageId } = this.#props
      if (next === 'withdraw') overlays.open('withdraw')
      else if (next === undefined) overlays.open('deposit', { afterKyc: true, packageId })
      else overlays.close()
    } catch (error) {
      ignoreCallError(error)
      // A check that takes longer is no failure: the sheet then says so. Nor is one whose pictures come next.
      if (error instanceof CallError && error.status === EnvelopeStatus.conflict) {
        await session.refresh().catch(ignoreCallError)
        if (session.player?.needsPictures && overlays.isOpen('editBank')) {
          this.goToPictures()
          return
        }
      }
      runInAction(() => (this.failure = failureOf(error)))
    } finally {
      runInAction(() => (this.isSending = false))
    }
  }

  /** From the form to the page of the pictures, which may be the page below the form. */
  goToPictures(): void {
    const { overlays, navigation } = this.#root
    overlays.close()
    if (navigation.path() !== pagePaths.identity) navigation.go(pagePaths.identity)
  }

  private check(): boolean {
    this.nameError = this.name.trim() === '' ? null : nameError(this.name)
    this.isCpfInvalid = this.cpf !== '' && !isCpf(this.cpf)
    this.birthDateError = this.asksBirthDate ? this.birthDateProblem() : null
    return !this.nameError && !this.isCpfInvalid && !this.birthDateError
  }

  private birthDateProblem(): KycStore['birthDateError'] {
    const age =
      this.birthDate === '' ? null : ageOn(this.birthDate, houseDay(new Date(this.#root.clock.now())))
    if (age === null) return 'birthDateWrong'
    return age < ADULT_AGE ? 'underage' : null
  }
}

function failureOf(error: unknown): Message {
  const text = error instanceof CallError ? error.message : ''
  return text ? { text } : { key: 'errors.slowInternet' }
}
