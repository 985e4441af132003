import { makeAutoObservable, observableShallow } from 'mobx'

/** The text of an alert or a toast: a key of the dictionaries with its values, or a text of the server. */
export type Message = { key: string; params?: Record<string, string | number> } | { text: string }

export interface Alert {
  id: number
  message: Message
  /** Key of the button's text; 'Eu entendi' when absent. */
  buttonKey?: string
  onConfirm?: () => void
  /** It says why the session has ended: others go with it. */
  outlivesSession?: true
}

/** error: something did not happen; info: something ended, neither well nor badly. */
export type ToastTone = 'success' | 'error' | 'info'

/**
 * Alerts wait for the player and are shown one after the other. Toasts disappear by themselves after 1500 ms.
 */
export class AlertStore {
  alerts: Alert[] = []
  toasts: { id: number; message: Message; tone: ToastTone }[] = []
  private nextId = 1

  constructor() {
    makeAutoObservable(this, { alerts: observableShallow, toasts: observableShallow })
  }

  get current(): Alert | undefined {
    return this.alerts[0]
  }

  alert(message: Message, options: Omit<Alert, 'id' | 'message'> = {}): void {
    const text = JSON.stringify(message)
    // The same alert twice (two calls failing for one reason) is shown once.
    if (this.alerts.some((alert) => JSON.stringify(alert.message) === text)) return
    this.alerts.push({ id: this.nextId++, message, ...options })
  }

  confirm(): void {
    const alert = this.alerts.shift()
    alert?.onConfirm?.()
  }

  toast(message: Message, tone: ToastTone = 'success'): void {
    this.toasts.push({ id: this.nextId++, message, tone })
  }

  dismissToast(id: number): void {
    this.toasts = this.toasts.filter((toast) => toast.id !== id)
  }
}
