/** The key that starts commands as people write it before a letter: `⌘K` or `Ctrl+K`. */
export const commandKey = /Mac|iP/.test(navigator.platform) ? "⌘" : "Ctrl+";
