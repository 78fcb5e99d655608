/** The quick window. */
export const quick = {
  title: 'Quick question',
  goOn: 'Continue in Baton',
  another: 'New question',
  hide: 'Hide',
  hint: '{{keys}} in an empty box continues in Baton. Esc hides this window; the answer continues.',
  hintBrowser: '{{keys}} in an empty box continues in Baton.',
} as const;
