/**
 * Takes the place of polyglot's polyfill, which is 6 KB, in the build. Polyglot
 * requires it as CommonJS; of an ES module it would get the namespace.
 */
module.exports = Object.entries;
