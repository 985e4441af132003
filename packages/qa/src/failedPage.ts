/** Type of the annotation that says what a failed test's page showed. */
export const failedPage = 'failed page'
