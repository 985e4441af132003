/** The settings that a production server requires, with the address that tests use. */
export const productionEnv = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'http://127.0.0.1:5250',
  PAYMENT_PROVIDER: 'sandbox',
}
