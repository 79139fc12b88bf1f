/**
 * jsdom draws dialogs but does not open them: this is what a browser does as
 * far as a test can see it.
 */
export function installDialogs(): void {
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function (this: HTMLDialogElement) {
    this.open = false;
  };
}
