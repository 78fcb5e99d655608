/** Keeps state of conversations besides what is stored. */
export interface SessionOwner {
  /**
   * Called when the conversation is moved to the trash. What runs in it ends now, and nothing begins again on its own.
   * What a restore needs stays.
   */
  end?(sessionId: string): void;
  /** Called when the conversation is removed for good. */
  forget?(sessionId: string): void | Promise<void>;
}

/** Owners by what they keep. Code that adds conversation state to the page adds its owner where these are assembled. */
export type SessionOwners = Readonly<Record<string, SessionOwner>>;
