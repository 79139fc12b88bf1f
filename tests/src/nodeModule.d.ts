/** The one function of Node that tests of the browser program reach. */
declare module "node:module" {
  export function createRequire(url: string): (id: string) => unknown;
}
