/** Plain text that a browser shows instead of the page. The user's language is unknown, so each text appears in all. */
export interface BrowserTexts {
  tooManyCookies: string;
  /** At the address of earlier versions. */
  newAddress: string;
  noScript: string;
  /** At the address that a sign-in to a server leads back to. */
  signInDone: string;
  signInStray: string;
}
