/** The kinds of mails about the security of an account. */
export const newDeviceMailKind = "new-device";
export const factorMailKind = "factor-changed";
