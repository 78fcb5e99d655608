import type { BrowserTexts } from '../base/browser-texts.ts';

export const browser: BrowserTexts = {
  tooManyCookies:
    'This request carries too many cookies. Clear the cookies of 127.0.0.1 in this browser, then open Baton again.',
  newAddress: 'Baton has another address now. Open it from where you start it.',
  noScript: 'Baton needs JavaScript.',
};
