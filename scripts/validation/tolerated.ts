/** What W3C's validator says of pages that are right, and why. An exception that nothing needs any more fails the command. */
export const tolerated: readonly { message: RegExp; reason: string }[] = [
  {
    message: /^Bad value “expect” for attribute “rel” on element “link”/,
    reason:
      'in the HTML standard since 2024, and newer than the validator; browsers without it ignore the link',
  },
  {
    message: /^CSS: /,
    reason: 'its CSS is some years old; stylelint and npm run floor check styles',
  },
]
