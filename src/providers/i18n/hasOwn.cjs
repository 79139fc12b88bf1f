/** Takes the place of polyglot's `hasown` in the build, which binds by a polyfill. */
module.exports = Object.hasOwn;
