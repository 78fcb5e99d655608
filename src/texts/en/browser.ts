import type { BrowserTexts } from '../base/browser-texts.ts';

export const browser: BrowserTexts = {
  tooManyCookies:
    'This request has too many cookies. Clear the cookies of 127.0.0.1 in this browser, then open Baton again.',
  newAddress: 'Baton has a new address. Open it the way you usually start it.',
  noScript: 'Baton needs JavaScript.',
  signInDone: 'You can close this window and go back to Baton.',
  signInStray: 'This isn’t the sign-in that Baton waits for.',
};
