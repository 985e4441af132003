/** In the user data folder; it exists once a PIN was entered. */
export const attemptsFile = 'staffAttempts.json'
