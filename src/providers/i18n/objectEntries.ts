/** Takes the place of polyglot's polyfill, which is 6 KB, in the build. */
export default Object.entries;
