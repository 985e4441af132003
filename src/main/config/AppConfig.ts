import { defaultLanguage, languageCodes, type LanguageCode } from '#contract/languages.ts'
import type { Rotation } from '#contract/staff.ts'

/** Configuration of one installation, in `config.json` of the user data folder. */
export interface AppConfig {
  /** Origin of the server. */
  serverUrl: string
  /** Full screen; the session is kept in memory only. */
  kiosk: boolean
  /** Starts the embedded server instead of using `serverUrl`. */
  demo: boolean
  /** Origins that the payment window may load, besides the server's. */
  paymentOrigins: string[]
  /** Origins that the renderer may frame, besides the server's: games, support chat. */
  frameOrigins: string[]
  /** Which display a kiosk covers, counted from the left, then from the top. 0: the main one. */
  display: number
  /** Of a kiosk's page: `fit` enlarges it until one phone fills the display; a number is the factor itself. */
  scale: number | 'fit'
  /** Whether a kiosk hides the mouse pointer. */
  hideCursor: boolean
  /** Of our own sounds, in percent. 0: everything that the application shows is silent, also games of third parties. */
  volume: number
  /** Of every new customer's page. */
  language: LanguageCode
  /** What players may choose from; `language` is always one of them. */
  languages: LanguageCode[]
  /** Where staff export the log to, such as a stick's folder. '': nowhere. */
  logFolder: string
  /** After this many seconds without input a kiosk asks whether its customer is still there. */
  idleSeconds: number
  /** How long the customer has to answer, in seconds; then the kiosk is reset. */
  idleAnswerSeconds: number
  /** Where receipts are printed (contract/printerSettings.ts): `none`, `tcp://host:9100`, `system:NAME` or `pdf:/folder`. */
  printer: string
  /** Characters in a line of a thermal printer. */
  printerColumns: 42 | 48
  /** Who made a thermal printer, or the numbers of its code pages (contract/printerSettings.ts). */
  printerModel: string
  /** Seconds without anybody until a kiosk shows its attract loop; 0: never. */
  attractSeconds: number
  /** `09:00-23:00`: outside of them a kiosk is out of service and its screen dark. '': always open. */
  openingHours: string
  /** `05:00`: when a kiosk starts again every day, once nobody uses it. '': never. */
  restartAt: string
  /** Of the screen's own light, in percent. 0: as the system has it. */
  brightness: number
  /** How far the Debian package turns the screen, in degrees clockwise. */
  rotation: Rotation
}

export const defaultConfig: Readonly<AppConfig> = {
  serverUrl: 'http://127.0.0.1:5250',
  kiosk: false,
  demo: false,
  paymentOrigins: [],
  frameOrigins: [],
  display: 0,
  scale: 'fit',
  hideCursor: true,
  volume: 100,
  language: defaultLanguage,
  languages: [...languageCodes],
  logFolder: '',
  idleSeconds: 90,
  idleAnswerSeconds: 20,
  printer: 'none',
  printerColumns: 48,
  printerModel: 'epson',
  attractSeconds: 60,
  openingHours: '',
  restartAt: '',
  brightness: 0,
  rotation: 0,
}

/** The languages that players may choose from, in the usual order. */
export function offeredLanguages({ language, languages }: AppConfig): LanguageCode[] {
  return languageCodes.filter((code) => code === language || languages.includes(code))
}
