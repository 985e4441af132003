/**
 * What W3C's validator says of pages that are right, and why. An exception that no page of the builds needs any more fails
 * the command; `inScreens`: it is for documents of screens.
 */
export const tolerated: readonly { message: RegExp; reason: string; inScreens?: true }[] = [
  {
    message: /^A “link” element with a “blocking” attribute must have a “rel” attribute whose value is/,
    reason: 'rel=expect is in the HTML standard since 2024, and newer than the validator',
  },
  {
    message: /^Bad value “allow-scripts .* for attribute “sandbox” on element “iframe”: Setting both /,
    reason:
      'the page in the frame is of another origin, the payment provider’s, and needs its own; the sandbox’s stands in for it',
    inScreens: true,
  },
  {
    message: /^CSS: /,
    reason: 'its CSS is some years old; stylelint and npm run floor check styles',
  },
]
