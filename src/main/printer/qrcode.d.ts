/** The part of the package that draws nothing: its entry for Node brings PNG files along. */
declare module 'qrcode/lib/core/qrcode.js' {
  export { create } from 'qrcode'
}
