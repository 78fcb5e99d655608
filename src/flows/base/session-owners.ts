/** Keeps something of conversations besides what is stored. */
export interface SessionOwner {
  /**
   * The conversation goes into the trash: what goes on in it ends now, and nothing of it begins again by itself. What
   * is needed to bring it back stays.
   */
  end?(sessionId: string): void;
  /** It is gone for good. */
  forget?(sessionId: string): void | Promise<void>;
}

/** By what they keep. Whoever adds state of conversations to the page adds its owner where these are put together. */
export type SessionOwners = Readonly<Record<string, SessionOwner>>;
