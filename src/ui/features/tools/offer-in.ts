const OFFER = 'offer:';

/** The text that a link from outside offers as a server, in the address of the tools page; `null` for other addresses. */
export const offerIn = (focus: string | null): string | null =>
  focus?.startsWith(OFFER) ? focus.slice(OFFER.length) : null;
