/** The quick window. */
export const quick = {
  title: 'Quick question',
  goOn: 'Continue in Baton',
  goOnLater: 'A run is still going in this window',
  goOnLaterBody: 'Only this window can answer its questions. Answer, wait, or stop it.',
  goOnStopped: 'Stop and continue',
  another: 'New question',
  hide: 'Hide',
  hint: '{{keys}} in an empty box continues in Baton. Esc hides this window; the answer continues.',
  hintBrowser: '{{keys}} in an empty box continues in Baton.',
  clipboard: 'Add clipboard',
  clipboardEmpty: 'There’s no text or picture on the clipboard',
  clipboardRefused: 'Baton wasn’t allowed to read the clipboard',
  clipboardFailed: 'Couldn’t read the clipboard',
  screen: 'Add screenshot',
  screenFailed: 'Couldn’t take a screenshot',
} as const;
